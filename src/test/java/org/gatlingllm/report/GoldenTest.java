package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gatlingllm.analysis.RunAnalysis;
import org.junit.jupiter.api.Test;

/**
 * What reports look like, as files under {@code src/test/resources/org/gatlingllm/report}.
 *
 * <p>{@code mvn test -Dtest=GoldenTest -Dgolden.update=true} writes them anew: review the
 * difference before it is committed.
 */
class GoldenTest {
  private static final Path FOLDER = Path.of("src/test/resources/org/gatlingllm/report");
  private static final List<RunAnalysis> TWO =
      List.of(SampleRuns.queueing(), SampleRuns.batching());

  @Test
  void consoleOfTwoRuns() {
    matches("console-two-runs.txt", ConsoleTable.of(TWO));
  }

  @Test
  void consoleOfATroubledRun() {
    matches("console-troubled.txt", ConsoleTable.of(SampleRuns.troubled()));
  }

  @Test
  void jsonOfARun() {
    matches("report-queueing.json", JsonReport.of(SampleRuns.queueing()));
  }

  @Test
  void jsonOfATroubledRun() {
    matches("report-troubled.json", JsonReport.of(SampleRuns.troubled()));
  }

  @Test
  void markdownOfTwoRuns() {
    matches("summary-two-runs.md", MarkdownSummary.of(TWO));
  }

  @Test
  void markdownOfATroubledRun() {
    matches("summary-troubled.md", MarkdownSummary.of(SampleRuns.troubled()));
  }

  @Test
  void levelsAsCsv() {
    List<RunAnalysis> runs = List.of(SampleRuns.queueing(), SampleRuns.troubled());
    matches("levels.csv", LevelsCsv.of(runs));
  }

  @Test
  void requestsAsCsv() {
    matches("requests.csv", RequestsCsv.of(List.of(SampleRequests.run())));
  }

  private static void matches(String name, String text) {
    Path golden = FOLDER.resolve(name);
    try {
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(FOLDER);
        Files.writeString(golden, text, StandardCharsets.UTF_8);
      }
      assertThat(text)
          .as("%s; if the change is meant: -Dgolden.update=true", golden)
          .isEqualTo(Files.readString(golden, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError("cannot read or write " + golden, e);
    }
  }
}
