package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.gate.Change;
import org.gatlingllm.gate.GateReport;
import org.gatlingllm.gate.Verdict;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Run;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.Reported;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PullRequestTest {
  private static final String HOSTILE =
      "50 % done\n::error::pwned\r\n##[add-mask]x\u001b[31m<script>|`@all";

  private static final Run RUN = VirtualRun.of(1, 1);

  private final List<String> said = new ArrayList<>();

  private static Reported reported() {
    Verdict missed =
        new Verdict("c=1: " + HOSTILE, Verdict.Kind.MISSED, "≤ 1", "2", 24, "–", HOSTILE, false);
    Change regressed =
        new Change(
            "c=1",
            "ttft",
            Change.Kind.REGRESSED,
            "1 ms",
            "2 ms",
            1,
            Interval.UNKNOWN,
            24,
            24,
            "so",
            false);
    return Reported.of(
        new Measured(
            RUN,
            Analysis.of(RUN, RequestSlo.none()),
            RequestSlo.none(),
            new GateReport(List.of(missed), List.of(regressed), "no, " + HOSTILE)));
  }

  @Test
  void annotationsAreWorkflowCommandsOfOneLineEach() {
    new PullRequest(Map.of("GITHUB_ACTIONS", "true")).tell(reported(), said::add);
    assertThat(said)
        .hasSize(3)
        .allMatch(line -> line.startsWith("::error title="))
        .allSatisfy(line -> assertThat(line).doesNotContain("\n", "\r", "\u001b"));
    assertThat(said.get(0))
        .startsWith(
            "::error title=Gate could not run::no, 50 %25 done%0A::error::pwned%0D%0A##[add-mask]x [31m<script>");
    assertThat(said.get(1)).startsWith("::error title=SLO missed::c=1: 50 %25 done%0A");
    assertThat(said.get(2))
        .isEqualTo(
            "::error title=Comparison regressed::c=1: ttft: regressed: 1 ms → 2 ms, change +100 %25,"
                + " n = 24 and 24; so");
  }

  @Test
  void summaryIsAddedToThatOfEarlierSteps(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("summary"), "earlier\n");
    new PullRequest(Map.of("GITHUB_STEP_SUMMARY", file.toString())).tell(reported(), said::add);
    assertThat(said).isEmpty();
    assertThat(file)
        .content()
        .startsWith("earlier\n## Gate\n\n**Gate failed: 1 limit (1 missed); 1 comparison (1")
        .contains("| c=1: ttft | regressed | 1 ms | 2 ms | +100 % | so |", "**study**")
        .doesNotContain("<script>", "\n::error", "\u001b")
        .endsWith("\n");
  }

  @Test
  void summaryThatCannotBeWrittenIsToldAndIsNoFailure(@TempDir Path folder) {
    new PullRequest(Map.of("GITHUB_STEP_SUMMARY", folder.toString())).tell(reported(), said::add);
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("! the summary is not in GITHUB_STEP_SUMMARY: ");
  }

  @Test
  void nothingIsSaidElsewhere() {
    PullRequest nowhere = new PullRequest(Map.of("GITHUB_ACTIONS", "", "GITHUB_STEP_SUMMARY", ""));
    nowhere.tell(reported(), said::add);
    nowhere.couldNotRun("no run", said::add);
    assertThat(said).isEmpty();
    assertThat(nowhere.inert("report\n")).isEqualTo("report\n");
  }

  @Test
  void gateThatCouldNotRunIsAnError() {
    new PullRequest(Map.of("GITHUB_ACTIONS", "true")).couldNotRun("100 % no\nrun", said::add);
    assertThat(said).containsExactly("::error title=Gate could not run::100 %25 no%0Arun");
  }

  @Test
  void whatAServerSaidIsNoCommand() {
    PullRequest here = new PullRequest(Map.of("GITHUB_ACTIONS", "true"));
    List<String> lines = here.inert("it said ##[stop-commands]x").lines().toList();
    assertThat(lines).hasSize(3);
    String token = lines.get(0).substring("::stop-commands::".length());
    assertThat(lines.get(2)).isEqualTo("::" + token + "::");
    assertThat(here.inert("")).as("another word each time").doesNotContain(token);
  }
}
