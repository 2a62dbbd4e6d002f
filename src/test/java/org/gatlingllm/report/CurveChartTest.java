package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Metric;
import org.junit.jupiter.api.Test;

class CurveChartTest {
  private static List<CurveSeries> ofItl(RunAnalysis... runs) {
    return CurveSeries.of(List.of(runs), Metric.INTER_TOKEN_LATENCY, 0.5, 0.99);
  }

  @Test
  void closedAndOpenLevelsAreSeriesOfTheirOwn() {
    List<CurveSeries> series =
        CurveSeries.of(List.of(SampleRuns.queueing()), Metric.TIME_TO_FIRST_TOKEN, 0.5, 0.95);

    assertThat(series).extracting(CurveSeries::open).containsExactly(false, true, false, true);
    assertThat(series).extracting(s -> s.points().size()).containsExactly(4, 2, 4, 2);
    assertThat(series).extracting(CurveSeries::percentile).startsWith("p50", "p50", "p95");
    assertThat(series.get(0).points())
        .extracting(CurvePoint::name)
        .containsExactly("c=1", "c=2", "c=4", "c=8");
  }

  @Test
  void eachRunHasItsColour() {
    List<CurveSeries> series = ofItl(SampleRuns.queueing(), SampleRuns.batching());

    assertThat(series).extracting(CurveSeries::line).containsOnly("np1", "np4");
    assertThat(series).extracting(CurveSeries::color).containsExactly(0, 0, 0, 0, 1, 1);
  }

  @Test
  void runsOfOneLabelAreToldApart() {
    List<CurveSeries> series = ofItl(SampleRuns.batching(), SampleRuns.batching());

    assertThat(series).extracting(CurveSeries::line).containsOnly("np4", "np4 (2)");
  }

  @Test
  void aLevelWithoutTheMetricHasNoPoint() {
    List<CurveSeries> series =
        CurveSeries.of(List.of(SampleRuns.troubled()), Metric.TIME_TO_FIRST_TOKEN, 0.5, 0.95);

    assertThat(series).allSatisfy(s -> assertThat(s.points()).hasSize(1));
    assertThat(CurveChart.drawable(List.of(SampleRuns.empty()))).isFalse();
  }

  @Test
  void theAxisTurnsLogarithmicBeyondAFactorOfThirty() {
    assertThat(CurveAxis.of(List.of(point(10), point(290))).logarithmic()).isFalse();

    CurveAxis axis = CurveAxis.of(List.of(point(10.5), point(400)));
    assertThat(axis).isEqualTo(new CurveAxis(5, 500, true));
    assertThat(axis.ticks()).containsExactly(5, 10, 20, 50, 100, 200, 500);
  }

  @Test
  void aLinearAxisBeginsAtZero() {
    CurveAxis axis = CurveAxis.of(List.of(point(80)));

    assertThat(axis.low()).isZero();
    assertThat(axis.high()).isGreaterThan(80);
    assertThat(axis.ticks()).containsExactly(0, 20, 40, 60, 80);
  }

  @Test
  void browsersCanDrawThePicture() {
    String svg = CurveChart.svg(List.of(SampleRuns.queueing(), SampleRuns.batching()));

    assertThat(svg).doesNotContain("xmlns=\"\"").doesNotContain("<!DOCTYPE");
    assertThat(svg).containsPattern("font-family:[^>]*,sans-serif;");
    assertThat(svg).contains("viewBox=\"0 0 900 860\"");
  }

  private static CurvePoint point(double millis) {
    return new CurvePoint("c=1", 10, millis, Interval.UNKNOWN, false);
  }
}
