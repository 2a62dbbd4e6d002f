package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gatlingllm.analysis.Sample.failed;
import static org.gatlingllm.analysis.Sample.stream;

import java.util.Map;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.junit.jupiter.api.Test;

final class GoodputTest {
  private static final double MS = 1e6;

  private static boolean met(Sample sample, Metric metric, double limit) {
    return Goodput.met(sample.record(), new RequestSlo(Map.of(metric, limit)));
  }

  @Test
  void everyLimitMustBeMet() {
    RequestSlo slo =
        new RequestSlo(
            Map.of(Metric.TIME_TO_FIRST_TOKEN, 100 * MS, Metric.REQUEST_LATENCY, 300 * MS));
    assertThat(Goodput.met(stream(1, 0, 100, 300).record(), slo)).isTrue();
    assertThat(Goodput.met(stream(1, 0, 101, 300).record(), slo)).isFalse();
    assertThat(Goodput.met(stream(1, 0, 100, 301).record(), slo)).isFalse();
  }

  @Test
  void interTokenLatencyIsJudgedByItsMeanOverTheRequest() {
    // gaps 10, 10 and 40 ms
    Sample torn = stream(1, 0, 100, 110, 120, 160);
    assertThat(met(torn, Metric.INTER_TOKEN_LATENCY, 20 * MS)).isTrue();
    assertThat(met(torn, Metric.INTER_TOKEN_LATENCY, 19.9 * MS)).isFalse();
  }

  @Test
  void tokenRateOfAUserIsALowerLimit() {
    Sample fifty = stream(1, 0, 100, 120, 140);
    assertThat(met(fifty, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, 50)).isTrue();
    assertThat(met(fifty, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, 50.1)).isFalse();
  }

  @Test
  void answerOfOneTokenIsNotAskedForTheTimeBetweenTokens() {
    Sample one = stream(1, 0, 100).told(1);
    assertThat(met(one, Metric.TIME_PER_OUTPUT_TOKEN, MS)).isTrue();
    assertThat(met(one, Metric.INTER_TOKEN_LATENCY, MS)).isTrue();
    assertThat(met(stream(1, 0, 100).told(2), Metric.TIME_PER_OUTPUT_TOKEN, MS)).isTrue();
    assertThat(met(one, Metric.TIME_TO_FIRST_TOKEN, MS)).isFalse();
  }

  @Test
  void answerOfManyTokensWithoutTheMetricIsNotGood() {
    Sample buffered = stream(1, 0, 100);
    buffered.arrivalTokens = new int[] {64};
    assertThat(met(buffered, Metric.TIME_PER_OUTPUT_TOKEN, 1000 * MS)).isFalse();
    Sample unattributable = stream(1, 0, 100, 110).told(64);
    assertThat(met(unattributable, Metric.INTER_TOKEN_LATENCY, 1000 * MS)).isFalse();
    Sample untold = stream(1, 0, 100, 110);
    assertThat(met(untold, Metric.TIME_PER_OUTPUT_TOKEN, 1000 * MS)).isTrue();
  }

  @Test
  void failedCancelledAndEmptyRequestsAreNeverGood() {
    RequestSlo none = RequestSlo.none();
    assertThat(Goodput.met(stream(1, 0, 10).record(), none)).isTrue();
    assertThat(Goodput.met(stream(1, 0).closedAt(10).record(), none)).isFalse();
    for (Outcome outcome : Outcome.values()) {
      Sample sample = stream(1, 0, 10);
      sample.outcome = outcome;
      assertThat(Goodput.met(sample.record(), none))
          .as(outcome.tag())
          .isEqualTo(outcome == Outcome.OK);
    }
    assertThat(Goodput.met(failed(1, 0, 10, Outcome.CANCELLED, 0).record(), none)).isFalse();
  }

  @Test
  void limitOnWhatHasNoBetterIsRefused() {
    assertThatThrownBy(() -> new RequestSlo(Map.of(Metric.OUTPUT_TOKENS, 64.0)))
        .hasMessageContaining("output_tokens");
    assertThatThrownBy(() -> new RequestSlo(Map.of(Metric.TIME_TO_FIRST_TOKEN, 0.0)))
        .hasMessageContaining("positive");
    assertThatThrownBy(() -> new RequestSlo(Map.of(Metric.TIME_TO_FIRST_TOKEN, Double.NaN)))
        .hasMessageContaining("positive");
  }
}
