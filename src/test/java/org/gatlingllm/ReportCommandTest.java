package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.gate.GateOutcome;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The post-processor: its exit codes, and what it tells GitHub. */
final class ReportCommandTest {
  private static final int PASSED = GateOutcome.PASSED.exitCode();
  private static final int FAILED = GateOutcome.FAILED.exitCode();

  private final StringWriter said = new StringWriter();
  private final StringWriter out = new StringWriter();
  private final Map<String, String> properties = new HashMap<>(Map.of("llm.slo", "none"));
  private final Map<String, String> environment = new HashMap<>();
  private final Path folder;
  private final Path baseline;

  ReportCommandTest(@TempDir Path folder) {
    this.folder = folder;
    this.baseline = folder.resolve("baselines/study.json");
  }

  @BeforeEach
  void onGitHub() {
    environment.put("GITHUB_ACTIONS", "true");
    environment.put("GITHUB_STEP_SUMMARY", folder.resolve("summary").toString());
  }

  private int exitCode(String... arguments) {
    return Report.command(properties, new PullRequest(environment))
        .setErr(new PrintWriter(said, true))
        .setOut(new PrintWriter(out, true))
        .execute(arguments);
  }

  private int exitCode(double decode, long seed, String option) {
    Path run = StoredRun.of(small(VirtualRun.of(decode, seed)), folder, "run-" + seed);
    return exitCode(option, "--reports", folder.resolve("reports").toString(), run.toString());
  }

  /** One of its loads: a report takes its time for each level. */
  private static Run small(Run run) {
    List<Level> levels = run.levels().stream().filter(l -> l.loadName().equals("c=1")).toList();
    return new Run(run.header(), levels, run.requests(), Map.of(), null, List.of());
  }

  /** Makes a baseline, and has all that follows compared with it. */
  private void makeBaseline() {
    properties.put("llm.baseline.file", baseline.toString());
    assertThat(exitCode(1, 1, "--make-baseline")).isEqualTo(PASSED);
    assertThat(out.toString()).contains("baseline: " + baseline);
    out.getBuffer().setLength(0);
  }

  private List<String> annotations() {
    return out.toString().lines().filter(line -> line.startsWith("::error")).toList();
  }

  @Test
  void missingArgumentIsNoFailedGate() {
    assertThat(exitCode("--gate")).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(said.toString()).contains("Missing required parameter: 'RUN'", "Usage: report");
  }

  @Test
  void folderWithoutLogsIsNoFailedGate() {
    assertThat(exitCode("--gate", folder.toString())).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(said.toString()).startsWith("gatling-llm: ").contains(folder.toString());
    assertThat(annotations())
        .singleElement()
        .asString()
        .startsWith("::error title=Gate could not run::");
  }

  @Test
  void equalRunPassesTheGateAndIsInTheSummary() {
    makeBaseline();
    assertThat(exitCode(1, 1001, "--gate")).isEqualTo(PASSED);
    assertThat(out.toString()).contains("Gate passed: ");
    assertThat(annotations()).isEmpty();
    assertThat(folder.resolve("summary")).content().contains("**Gate passed: ", "c=1");
  }

  @Test
  void slowerRunFailsTheGateAndIsAnnotated() {
    makeBaseline();
    assertThat(exitCode(1.3, 1001, "--gate")).isEqualTo(FAILED);
    assertThat(annotations())
        .isNotEmpty()
        .anyMatch(a -> a.startsWith("::error title=Comparison regressed::c=1: itl: regressed: "));
    assertThat(folder.resolve("summary")).content().contains("| c=1: itl | regressed |");
  }

  @Test
  void reportThatIsNoGateTellsGitHubNothing() {
    makeBaseline();
    assertThat(exitCode(1.3, 1001, "--make-baseline")).isEqualTo(PASSED);
    assertThat(annotations()).isEmpty();
    assertThat(folder.resolve("summary")).doesNotExist();
  }

  @Test
  void baselineThatCannotBeUsedStopsTheGateAndNotTheReport() throws IOException {
    makeBaseline();
    Files.writeString(baseline, "{");
    assertThat(exitCode(1, 1001, "--gate")).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(out.toString())
        .contains("Gate could not run: nothing was compared.", "✗ cannot read baseline ");
    assertThat(annotations())
        .singleElement()
        .asString()
        .startsWith("::error title=Gate could not run::cannot read baseline ");
    assertThat(folder.resolve("reports/study/report.json")).content().contains("not_compared");
    assertThat(folder.resolve("summary"))
        .content()
        .contains("Not judged in full: cannot read baseline");
  }

  @Test
  void halfARunPassesNoGateAndMakesNoBaseline() throws IOException {
    properties.put("llm.baseline.file", baseline.toString());
    Path run = StoredRun.of(small(VirtualRun.of(1, 1)), folder, "run");
    Path log = run.resolve("streams.jsonl");
    List<String> lines = Files.readAllLines(log);
    Map<Integer, String> halves = Map.of(1, "found no level", lines.size() - 1, "was stopped");
    for (Map.Entry<Integer, String> half : halves.entrySet()) {
      List<String> kept = new ArrayList<>(lines.subList(0, half.getKey()));
      if (half.getKey() == 1) {
        kept.add("{\"end\":0,\"overruns\":0}");
      }
      Files.write(log, kept);
      String reports = folder.resolve("reports").toString();
      assertThat(exitCode("--gate", "--reports", reports, run.toString()))
          .isEqualTo(Refusal.COULD_NOT_RUN);
      assertThat(out.toString()).contains("✗ cannot judge the whole run: ");
      assertThat(exitCode("--make-baseline", "--reports", reports, run.toString()))
          .isEqualTo(Refusal.COULD_NOT_RUN);
      assertThat(said.toString()).contains(half.getValue());
    }
    assertThat(baseline).doesNotExist();
  }

  @Test
  void runThatCtrlCEndedPassesNoGate() throws IOException {
    Path run = StoredRun.of(small(VirtualRun.of(1, 1)), folder, "run");
    Files.createFile(run.resolve("simulation.log")); // Gatling had flushed nothing
    String reports = folder.resolve("reports").toString();
    assertThat(exitCode("--gate", "--reports", reports, run.toString()))
        .isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(out.toString()).contains("found that it goes on or was stopped");
  }

  @Test
  void missedLimitIsAFailureWhateverCouldNotBeCompared() throws IOException {
    makeBaseline();
    Files.writeString(baseline, "{");
    Path slo = Files.writeString(folder.resolve("slo.conf"), "limits = [{ ttft.p50 = 1 ms }]");
    properties.put("llm.slo", slo.toString());
    assertThat(exitCode(1, 1001, "--gate")).isEqualTo(FAILED);
  }
}
