package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The post-processor on what is left of old runs: their reports. */
final class OldReportTest {
  private static final Path ONE = Path.of("reports/example/report-1-slot.json");
  private static final Path FOUR = Path.of("reports/example/report-4-slots.json");

  private final StringWriter said = new StringWriter();
  @TempDir private Path reports;

  private final Map<String, String> properties = new HashMap<>();

  private int exitCode(String... arguments) {
    return Report.command(properties, new PullRequest(Map.of()))
        .setErr(new PrintWriter(said, true))
        .setOut(new PrintWriter(new StringWriter()))
        .execute(arguments);
  }

  private int report(String... names) {
    return exitCode(
        Stream.concat(Stream.of("--reports", reports.toString()), Stream.of(names))
            .toArray(String[]::new));
  }

  private Path old(String label, Path report) throws IOException {
    Path folder = Files.createDirectories(reports.resolve(label));
    return Files.copy(report, folder.resolve("report.json"));
  }

  private static Stream<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }

  @Test
  void nameWithoutARunIsNoFailedGate() {
    assertThat(exitCode("--gate", reports.toString())).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(said.toString())
        .startsWith("gatling-llm: cannot find the run \"" + reports)
        .contains("streams.jsonl", "report.json", "label");
  }

  @Test
  void aReportIsMadeAgainByItsLabelItsFolderAndItsFile() throws IOException {
    Path file = old("np1", ONE);

    for (String name : new String[] {"np1", reports.resolve("np1").toString(), file.toString()}) {
      Files.deleteIfExists(reports.resolve("np1/index.html"));

      assertThat(report(name)).as(said::toString).isZero();

      assertThat(files(reports.resolve("np1")))
          .containsExactlyInAnyOrder(
              "report.json", "index.html", "summary.md", "levels.csv", "curve.svg", "curve.png");
      assertThat(file).hasSameBinaryContentAs(ONE);
    }
  }

  @Test
  void severalReportsAreLaidOverEachOtherAndLeftAsTheyAre() throws IOException {
    old("np1", ONE);
    old("np4", FOUR);

    assertThat(report("np1", "np4")).as(said::toString).isZero();

    assertThat(files(reports.resolve("engine-1-slots-engine-4-slots")))
        .containsExactlyInAnyOrder(
            "index.html", "summary.md", "levels.csv", "curve.svg", "curve.png");
    assertThat(files(reports.resolve("np1"))).containsExactly("report.json");
    assertThat(files(reports.resolve("np4"))).containsExactly("report.json");
  }

  @Test
  void reportsOfTheSettingComeBeforeThoseNamed() throws IOException {
    old("np1", ONE);
    properties.put("llm.compare", "np1");

    assertThat(report(FOUR.toString())).as(said::toString).isZero();

    assertThat(reports.resolve("engine-1-slots-engine-4-slots/index.html")).isNotEmptyFile();
  }

  @Test
  void aMissingReportOfTheSettingIsToldWithIt() {
    properties.put("llm.compare", "gone");

    assertThat(report(ONE.toString())).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(said.toString())
        .startsWith("gatling-llm: cannot use setting llm.compare: cannot find the run \"gone\"");
  }

  @Test
  void aDamagedReportIsToldAndNothingIsWritten() throws IOException {
    Path file = old("np1", ONE);
    Files.writeString(file, Files.readString(file).substring(0, 5_000));

    assertThat(report("np1")).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(said.toString()).contains("cannot read the report").contains("expected whole JSON");
    assertThat(files(reports.resolve("np1"))).containsExactly("report.json");
  }

  @Test
  void verdictsOfAReportAreAnswersOfItsGate() throws IOException {
    Path file = old("np1", ONE);
    assertThat(report("--gate", "np1")).isZero();

    Files.writeString(file, Files.readString(file).replaceFirst("\"met\"", "\"missed\""));
    assertThat(report("--gate", "np1")).isEqualTo(2);
  }

  @Test
  void aReportIsNoBaseline() throws IOException {
    old("np1", ONE);

    assertThat(report("--make-baseline", "np1")).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(said.toString()).contains("expected a run folder, found a report");
  }
}
