package org.gatlingllm.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gatlingllm.metric.Interval;
import org.junit.jupiter.api.Test;

final class GateReportTest {
  private static Verdict verdict(Verdict.Kind kind, boolean tolerated) {
    return new Verdict(
        "c=8 a|b: p95 ttft ≤ 200 ms",
        kind,
        "≤ 200 ms",
        "240 ms",
        24,
        "210 ms to –",
        "100 % so,\nyes",
        tolerated);
  }

  private static Change change(Change.Kind kind, boolean tolerated) {
    return new Change(
        "c=8",
        "itl",
        kind,
        "10 ms",
        "12 ms",
        0.2,
        new Interval(0.15, 0.25),
        24,
        24,
        "so it is",
        tolerated);
  }

  private static GateReport report(Verdict.Kind verdict, Change.Kind change) {
    return new GateReport(List.of(verdict(verdict, false)), List.of(change(change, false)));
  }

  @Test
  void exitCodesAreDistinctAndTheWorstAnswerWins() {
    assertThat(report(Verdict.Kind.MET, Change.Kind.IMPROVED).outcome().exitCode()).isZero();
    assertThat(report(Verdict.Kind.MISSED, Change.Kind.INCONCLUSIVE).outcome())
        .isEqualTo(GateOutcome.FAILED);
    assertThat(report(Verdict.Kind.MET, Change.Kind.REGRESSED).outcome())
        .isEqualTo(GateOutcome.FAILED);
    assertThat(report(Verdict.Kind.INCONCLUSIVE, Change.Kind.UNCHANGED).outcome())
        .isEqualTo(GateOutcome.INCONCLUSIVE);
    assertThat(report(Verdict.Kind.MET, Change.Kind.INCONCLUSIVE).outcome())
        .isEqualTo(GateOutcome.INCONCLUSIVE);
    assertThat(
            GateOutcome.of(
                List.of(verdict(Verdict.Kind.INCONCLUSIVE, true)),
                List.of(change(Change.Kind.INCONCLUSIVE, true))))
        .isEqualTo(GateOutcome.PASSED);
    assertThat(GateOutcome.values()).extracting(GateOutcome::exitCode).doesNotHaveDuplicates();
  }

  @Test
  void consoleTellsEveryVerdictAndThoseThatFailFirst() {
    GateReport report =
        new GateReport(
            List.of(verdict(Verdict.Kind.MET, false), verdict(Verdict.Kind.MISSED, false)),
            List.of(change(Change.Kind.UNCHANGED, false)));
    assertThat(report.console().lines())
        .containsExactly(
            "Gate failed: 2 limits (1 met, 1 missed); 1 comparison (1 unchanged).",
            "  ✗ c=8 a|b: p95 ttft ≤ 200 ms: missed: observed 240 ms (210 ms to –), n = 24; 100 %"
                + " so, yes",
            "  ✓ c=8 a|b: p95 ttft ≤ 200 ms: met: observed 240 ms (210 ms to –), n = 24; 100 % so,"
                + " yes",
            "  ✓ c=8: itl: unchanged: 10 ms → 12 ms, change +20 % (+15 % to +25 %), n = 24 and 24;"
                + " so it is");
  }

  @Test
  void markdownIsATableThatNamesCannotBreak() {
    assertThat(report(Verdict.Kind.MISSED, Change.Kind.REGRESSED).markdown())
        .isEqualTo(
            """
            ## Gate

            **Gate failed: 1 limit (1 missed); 1 comparison (1 regressed).**

            | Limit | Verdict | Observed | Interval | n | Why |
            | :-- | :-- | --: | --: | --: | :-- |
            | c=8 a&#124;b: p95 ttft ≤ 200 ms | missed | 240 ms | 210 ms to – | 24 | 100 % so, yes |

            | Since the baseline | Verdict | Before | Now | Change | Why |
            | :-- | :-- | --: | --: | --: | :-- |
            | c=8: itl | regressed | 10 ms | 12 ms | +20 % (+15 % to +25 %) | so it is |
            """);
  }

  @Test
  void annotationsAreOneEscapedLineEach() {
    GateReport report =
        new GateReport(
            List.of(verdict(Verdict.Kind.MISSED, false), verdict(Verdict.Kind.MET, false)),
            List.of(change(Change.Kind.INCONCLUSIVE, true), change(Change.Kind.UNCHANGED, false)));
    assertThat(report.annotations())
        .containsExactly(
            "::error title=SLO missed::c=8 a|b: p95 ttft ≤ 200 ms: missed: observed 240 ms (210 ms"
                + " to –), n = 24; 100 %25 so,%0Ayes",
            "::warning title=Comparison inconclusive::c=8: itl: inconclusive: 10 ms → 12 ms, change"
                + " +20 %25 (+15 %25 to +25 %25), n = 24 and 24; so it is");
    assertThat(GateReport.couldNotRun("no run"))
        .isEqualTo("::error title=Gate could not run::no run");
  }

  @Test
  void comparisonThatWasRefusedIsNoPassAndStandsFirst() {
    GateReport report =
        new GateReport(List.of(verdict(Verdict.Kind.MET, false)), List.of(), "no\n| such | file");
    assertThat(report.outcome()).isEqualTo(GateOutcome.COULD_NOT_RUN);
    assertThat(report.console())
        .startsWith(
            "Gate could not run: 1 limit (1 met); nothing was compared.\n  ✗ no | such | file\n");
    assertThat(report.markdown()).contains("\nNot judged in full: no &#124; such &#124; file\n");
    assertThat(report.annotations())
        .containsExactly("::error title=Gate could not run::no%0A| such | file");
    assertThat(
            new GateReport(List.of(verdict(Verdict.Kind.MISSED, false)), List.of(), "x").outcome())
        .isEqualTo(GateOutcome.FAILED);
  }

  @Test
  void nothingAskedIsSaid() {
    assertThat(new GateReport(List.of(), List.of()).console())
        .isEqualTo("Gate passed: nothing was asked.\n");
  }
}
