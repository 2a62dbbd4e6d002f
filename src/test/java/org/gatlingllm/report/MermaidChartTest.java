package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.RunHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MermaidChartTest {
  /** All that a chart may be made of: anything else might be Mermaid's or Markdown's own. */
  private static final Pattern LINE =
      Pattern.compile(
          "(~~~(mermaid)?|---|config:|  xyChart:|    width: 700|    height: 260|  themeVariables:"
              + "|    xyChart:|      plotColorPalette: \"[a-z, ]+\"|xychart-beta"
              + "|  title \"[\\p{L}\\p{N} ._=/,:…-]+\"|  x-axis \"users\" \\[(\"[0-9]+\"(, )?)+]"
              + "|  y-axis \"(ms|tok/s)\" 0 --> [0-9.]+|  line \\[([0-9.]+(, )?)+]|)");

  static Stream<String> hostile() {
    return HostileTextTest.hostile();
  }

  @Test
  void oneRunHasItsMiddleAndItsTailAndItsOutput() {
    String charts = MermaidChart.of(List.of(SampleRuns.queueing()));

    assertThat(charts.lines())
        .containsSubsequence(
            "~~~mermaid",
            "xychart-beta",
            "  title \"Time to first token, ms: p50 blue, p95 orange\"",
            "  x-axis \"users\" [\"1\", \"2\", \"4\", \"8\"]",
            "~~~",
            "~~~mermaid",
            "  title \"Output, tokens per second\"",
            "  line [47.7, 47.9, 48.3, 49.1]",
            "~~~");
    assertThat(charts.lines().filter(line -> line.startsWith("  line"))).hasSize(3);
  }

  @Test
  void severalRunsHaveALineEachAtTheLoadsOfAll() {
    String charts = MermaidChart.of(List.of(SampleRuns.queueing(), SampleRuns.batching()));

    assertThat(charts)
        .contains("title \"Time to first token p50, ms: np1 blue, np4 orange\"")
        .contains("title \"Output, tokens per second: np1 blue, np4 orange\"");
    assertThat(charts.lines().filter(line -> line.startsWith("  line"))).hasSize(4);
  }

  @Test
  void everyPointLiesBelowTheTop() {
    String charts = MermaidChart.of(List.of(SampleRuns.queueing()));

    // p95 of eight users is the highest of all
    assertThat(charts).containsPattern("0 --> 1[0-9]{4}\\n");
  }

  @Test
  void oneLevelOrNoneIsNoChart() {
    RunAnalysis whole = SampleRuns.queueing();
    RunAnalysis first =
        new RunAnalysis(whole.header(), whole.levels().subList(0, 1), List.of(), List.of());

    assertThat(MermaidChart.of(List.of(first))).isEmpty();
    assertThat(MermaidChart.of(List.of(whole, first))).isEmpty();
    assertThat(MermaidChart.of(List.of(SampleRuns.empty()))).isEmpty();
    assertThat(MermaidChart.of(List.of(SampleRuns.troubled()))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void noLabelCanSayAnythingToMermaid(String text) {
    RunAnalysis run = SampleRuns.queueing();
    RunHeader h = run.header();
    RunHeader hostile =
        new RunHeader(
            text,
            h.simulation(),
            h.gatlingVersion(),
            h.javaVersion(),
            h.startedAtMicros(),
            h.baseNanos(),
            h.seed(),
            h.target(),
            h.settings());
    RunAnalysis attacking = new RunAnalysis(hostile, run.levels(), List.of(), List.of());

    String charts = MermaidChart.of(List.of(attacking, SampleRuns.batching()));

    assertThat(charts.lines()).isNotEmpty().allMatch(LINE.asMatchPredicate());
  }
}
