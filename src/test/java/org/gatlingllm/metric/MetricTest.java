package org.gatlingllm.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.gatlingllm.metric.RequestRecord.Id;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MetricTest {
  private static final long MS = 1_000_000;
  private static final int UNKNOWN = TokenCounts.UNKNOWN;

  @Test
  void everyLatencyFollowsItsFormula() {
    RequestRecord r = stream(told(4, 4), new long[] {200, 210, 230, 260}, null, Outcome.OK);
    assertThat(samples(Metric.TIME_TO_FIRST_TOKEN, r)).containsExactly(200.0);
    assertThat(samples(Metric.TIME_TO_FIRST_OUTPUT_TOKEN, r)).containsExactly(210.0);
    assertThat(samples(Metric.INTER_CHUNK_LATENCY, r)).containsExactly(10.0, 20.0, 30.0);
    assertThat(samples(Metric.INTER_TOKEN_LATENCY, r)).containsExactly(10.0, 20.0, 30.0);
    assertThat(samples(Metric.TIME_PER_OUTPUT_TOKEN, r)).containsExactly(20.0);
    assertThat(samples(Metric.REQUEST_LATENCY, r)).containsExactly(260.0);
    assertThat(samples(Metric.STREAM_DURATION, r)).containsExactly(300.0);
    assertThat(samples(Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, r)).containsExactly(50.0);
    assertThat(samples(Metric.SCHEDULE_DELAY, r)).containsExactly(5.0);
    assertThat(samples(Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE, r)).containsExactly(205.0);
    assertThat(samples(Metric.REQUEST_LATENCY_FROM_SCHEDULE, r)).containsExactly(265.0);
  }

  @Test
  void gapOfSeveralTokensGivesThatManySamples() {
    RequestRecord r =
        stream(told(6, 3), new long[] {200, 230, 240}, new int[] {2, 3, 1}, Outcome.OK);
    RequestRecord running = withTokens(r, new TokenCounts(6, 9, UNKNOWN, UNKNOWN, 3, false, true));
    assertThat(samples(Metric.INTER_TOKEN_LATENCY, running))
        .containsExactly(10.0, 10.0, 10.0, 10.0);
    // (240 − 200) ÷ (6 − 2)
    assertThat(samples(Metric.TIME_PER_OUTPUT_TOKEN, running)).containsExactly(10.0);
  }

  @Test
  void tokensThatCannotBeAttributedToArrivalsGiveNoTokenLatency() {
    RequestRecord r = stream(told(12, 4), new long[] {200, 210, 220, 230}, null, Outcome.OK);
    assertThat(samples(Metric.INTER_TOKEN_LATENCY, r)).isEmpty();
    assertThat(samples(Metric.TIME_PER_OUTPUT_TOKEN, r)).isEmpty();
    assertThat(samples(Metric.INTER_CHUNK_LATENCY, r)).hasSize(3);
    assertThat(samples(Metric.TOKENS_PER_EVENT, r)).containsExactly(3.0);
  }

  @Test
  void reasoningThatWasCountedButNotStreamedDoesNotSpoilTokenLatency() {
    TokenCounts hidden = new TokenCounts(104, 9, UNKNOWN, 100, 4, false, false);
    RequestRecord r =
        withTokens(stream(told(4, 4), new long[] {200, 210, 220, 230}, null, Outcome.OK), hidden);
    assertThat(samples(Metric.TIME_PER_OUTPUT_TOKEN, r)).containsExactly(10.0);
    assertThat(samples(Metric.OUTPUT_TOKENS, r)).containsExactly(104.0);
    assertThat(samples(Metric.TOKENS_PER_EVENT, r)).containsExactly(1.0);
  }

  @Test
  void endOfSequenceTokenAloneDoesNotSpoilAShortAnswer() {
    RequestRecord r = stream(told(3, 2), new long[] {200, 210}, null, Outcome.OK);
    assertThat(samples(Metric.INTER_TOKEN_LATENCY, r)).containsExactly(10.0);
  }

  @Test
  void oneTokenHasNoGapAndNoTokenNoLatency() {
    RequestRecord one = stream(told(1, 1), new long[] {200}, null, Outcome.OK);
    assertThat(samples(Metric.TIME_TO_FIRST_TOKEN, one)).hasSize(1);
    assertThat(samples(Metric.INTER_TOKEN_LATENCY, one)).isEmpty();
    assertThat(samples(Metric.TIME_PER_OUTPUT_TOKEN, one)).isEmpty();

    RequestRecord none = stream(told(0, 0), new long[0], null, Outcome.OK);
    assertThat(none.empty()).isTrue();
    assertThat(samples(Metric.TIME_TO_FIRST_TOKEN, none)).isEmpty();
    assertThat(samples(Metric.REQUEST_LATENCY, none)).isEmpty();
    assertThat(samples(Metric.OUTPUT_TOKENS, none)).isEmpty();
    assertThat(samples(Metric.TOKENS_PER_EVENT, none)).isEmpty();
  }

  @Test
  void answerThatCameInOneReadHasNoTimePerTokenEvenWithAnEndTokenCounted() {
    RequestRecord r = stream(told(5, 4), new long[] {200}, new int[] {4}, Outcome.OK);
    assertThat(samples(Metric.TIME_PER_OUTPUT_TOKEN, r)).isEmpty();
    assertThat(samples(Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, r)).isEmpty();
  }

  @Test
  void onlyWholeStreamsHaveSamples() {
    for (Outcome outcome : Outcome.values()) {
      RequestRecord r = stream(told(2, 2), new long[] {200, 210}, null, outcome);
      for (Metric metric : Metric.values()) {
        boolean mayHave = outcome == Outcome.OK || outcome == Outcome.CHECK;
        assertThat(samples(metric, r).isEmpty() || mayHave)
            .as("%s of %s", metric, outcome)
            .isTrue();
      }
      assertThat(samples(Metric.TIME_TO_FIRST_TOKEN, r)).hasSize(outcome.whole() ? 1 : 0);
    }
  }

  @Test
  void metricsAreFoundByTagAndShortName() {
    assertThat(Metric.named("ttft")).contains(Metric.TIME_TO_FIRST_TOKEN);
    assertThat(Metric.named("inter_token_latency")).contains(Metric.INTER_TOKEN_LATENCY);
    assertThat(Metric.named("latency")).isEmpty();
  }

  private static TokenCounts told(int output, int events) {
    return new TokenCounts(output, 9, UNKNOWN, UNKNOWN, events, false, false);
  }

  private static RequestRecord withTokens(RequestRecord r, TokenCounts tokens) {
    return new RequestRecord(r.id(), r.timings(), tokens, r.ending(), r.connection(), r.server());
  }

  /** A stream sent at 1 s, 5 ms behind schedule, with arrivals and end in ms after it was sent. */
  private static RequestRecord stream(
      TokenCounts tokens, long[] arrivalMillis, int @Nullable [] arrivalTokens, Outcome outcome) {
    long sent = 1000 * MS;
    long[] arrivals = new long[arrivalMillis.length];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = sent + arrivalMillis[i] * MS;
    }
    long visible =
        arrivals.length == 0 ? TokenTimings.ABSENT : arrivals[Math.min(1, arrivals.length - 1)];
    TokenTimings.Request marks =
        new TokenTimings.Request(sent - 5 * MS, sent, sent + 100 * MS, sent + 300 * MS);
    return new RequestRecord(
        new Id(0, "c=1", "c=1", "chat", 1, false),
        TokenTimings.of(marks, visible, arrivals, arrivalTokens),
        tokens,
        new Ending(outcome, 200, null, null, "length", -1),
        new Connection(false, 1),
        ServerTimings.NONE);
  }

  private static List<Double> samples(Metric metric, RequestRecord request) {
    List<Double> samples = new ArrayList<>();
    metric.samples(request, v -> samples.add(metric.unit().shown(v)));
    return samples;
  }
}
