package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.gatlingllm.analysis.Finding;
import org.gatlingllm.analysis.FindingKind;
import org.gatlingllm.analysis.RunAnalysis;
import org.junit.jupiter.api.Test;

class MarkdownSummaryTest {
  @Test
  void aHugeRunStaysBelowTheLimitAndSaysWhatIsLeftOut() {
    RunAnalysis one = SampleRuns.batching();
    Finding long1 = new Finding(FindingKind.OTHER, Finding.Severity.NOTE, "<|>".repeat(500));
    RunAnalysis huge =
        new RunAnalysis(
            one.header(),
            Collections.nCopies(400, one.levels().get(0)),
            Collections.nCopies(400, long1),
            List.of());

    String summary = MarkdownSummary.of(huge);

    assertThat(summary.length()).isLessThanOrEqualTo(MarkdownSummary.LONGEST);
    assertThat(summary).contains("more levels and findings are in report.json");
    assertThat(summary).contains("Left out for length").doesNotContain("<details>");
  }

  @Test
  void theFirstLineIsTheVerdict() {
    assertThat(MarkdownSummary.of(SampleRuns.queueing()).lines().findFirst())
        .contains("✅ **np1**: 6 levels, 144 requests, none failed, no level suspect.");
    assertThat(MarkdownSummary.of(SampleRuns.empty()).lines().findFirst())
        .contains("⚠️ **empty**: Nothing was measured: no level started.");
  }

  @Test
  void aReasonThatTheReadingTellsIsNotToldTwice() {
    RunAnalysis run = SampleRuns.batching();
    Finding told =
        new Finding(FindingKind.SUSPECT, Finding.Severity.WARNING, "c=8 is suspect: lag.");
    RunAnalysis read = new RunAnalysis(run.header(), run.levels(), List.of(told), List.of());

    assertThat(MarkdownSummary.of(run)).contains("event-loop lag p99 41 ms");
    assertThat(MarkdownSummary.of(read)).contains("is suspect").doesNotContain("41 ms");
    assertThat(ConsoleTable.of(read)).contains("is suspect").doesNotContain("41 ms");
  }
}
