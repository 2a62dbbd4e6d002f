package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gatlingllm.analysis.Sample.failed;
import static org.gatlingllm.analysis.Sample.stream;

import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.junit.jupiter.api.Test;

final class AnalysisTest {
  private static final long MS = Sample.MILLI;

  /** Two users, one slot of 100 ms: told in the comments of each test. */
  private static SimulatedRun twoUsers() {
    return new SimulatedRun()
        .level(
            "c=2",
            2,
            stream(1, 0, 50, 100),
            stream(2, 0, 150, 200),
            stream(1, 100, 250, 300),
            stream(2, 200, 350, 400));
  }

  private static LevelSummary only(SimulatedRun run) {
    return run.analysis().levels().get(0);
  }

  @Test
  void windowReachesFromTheFirstSentToTheLastClosed() {
    Window window = only(twoUsers()).window();
    assertThat(window.startNanos()).isEqualTo(SimulatedRun.BASE_NANOS);
    assertThat(window.seconds()).isEqualTo(0.4);
  }

  @Test
  void ratesAreCompletionsAndTokensOfOneWindow() {
    Rates rates = only(twoUsers()).rates();
    assertThat(rates.requests()).isEqualTo(4 / 0.4);
    assertThat(rates.outputTokens()).isEqualTo(8 / 0.4);
    assertThat(rates.totalTokens()).isCloseTo(408 / 0.4, within(1e-9));
    assertThat(rates.goodput()).isNaN();
    assertThat(rates.goodFraction()).isNaN();
    assertThat(rates.offered()).isNaN();
    assertThat(rates.scheduled()).isNaN();
  }

  @Test
  void steadySpanReachesFromTheLastUsersFirstSentToTheLastSent() {
    // both users are there at 0; the last request is sent at 200 ms
    Rates rates = only(twoUsers()).rates();
    // tokens at 50, 100, 150 and 200 ms
    assertThat(rates.steadyOutputTokens()).isCloseTo(4 / 0.2, within(1e-9));
    // closed at 100 and 200 ms
    assertThat(rates.steadyRequests()).isCloseTo(2 / 0.2, within(1e-9));
    // sent at 100 and 200 ms
    assertThat(rates.achieved()).isCloseTo(2 / 0.2, within(1e-9));
    HeldConcurrency held = only(twoUsers()).held();
    assertThat(held.mean()).isEqualTo(2.0);
    assertThat(held.peak()).isEqualTo(2);
  }

  @Test
  void rampIsCutFromTheSteadySpan() {
    LevelSummary level =
        only(
            new SimulatedRun()
                .level(
                    "c=2", 2, stream(1, 0, 50, 100), stream(2, 50, 150, 200), stream(1, 100, 250)));
    // 50 to 100 ms: tokens at 50 and 100, one request closed
    assertThat(level.rates().steadyOutputTokens()).isCloseTo(2 / 0.05, within(1e-9));
    assertThat(level.rates().steadyRequests()).isCloseTo(1 / 0.05, within(1e-9));
    assertThat(level.held().mean()).isEqualTo(2.0);
  }

  @Test
  void levelWhoseUsersNeverAllCameHasNoSteadySpan() {
    LevelSummary level =
        only(new SimulatedRun().level("c=3", 3, stream(1, 0, 10), stream(1, 10, 20)));
    assertThat(level.rates().steadyOutputTokens()).isNaN();
    assertThat(level.rates().steadyRequests()).isNaN();
    assertThat(level.held().mean()).isNaN();
  }

  @Test
  void tokensThatTheStreamDidNotShowAreSharedOutOverItsArrivals() {
    // four arrivals, eight tokens told: two each; three arrivals lie before the last sent at 300
    LevelSummary level =
        only(
            new SimulatedRun()
                .level(
                    "c=1", 1, stream(1, 0, 100, 200, 250, 300).told(8), stream(1, 299, 400, 500)));
    assertThat(level.rates().steadyOutputTokens()).isCloseTo(6 / 0.299, within(1e-9));
  }

  @Test
  void openLevelTellsOfferedDrawnAndAchievedRates() {
    Sample late = stream(3, 1200, 1300);
    late.scheduled = 1000;
    Rates rates =
        only(new SimulatedRun()
                .openLevel("rate=3", 3, List.of(stream(1, 0, 10), stream(2, 400, 450), late)))
            .rates();
    assertThat(rates.offered()).isEqualTo(3.0);
    assertThat(rates.scheduled()).isCloseTo(2 / 1.0, within(1e-9));
    assertThat(rates.achieved()).isCloseTo(2 / 1.2, within(1e-9));
    assertThat(rates.steadyOutputTokens()).isNaN();
    assertThat(rates.steadyRequests()).isNaN();
  }

  @Test
  void warmUpIsInNoNumber() {
    Sample warm = stream(9, 0, 5, 3000);
    warm.warmUp = true;
    SimulatedRun run = new SimulatedRun().level("c=1", 1, warm, stream(1, 1000, 1100));
    LevelSummary level = only(run);
    assertThat(level.requests().sent()).isEqualTo(1);
    assertThat(level.window().seconds()).isEqualTo(0.1);
    assertThat(level.held().peak()).isEqualTo(1);
    assertThat(level.metric(Metric.TIME_TO_FIRST_TOKEN).orElseThrow().count()).isEqualTo(1);
  }

  @Test
  void levelOfNothingButWarmUpIsNoLevel() {
    Sample warm = stream(9, 0, 5, 3000);
    warm.warmUp = true;
    SimulatedRun run =
        new SimulatedRun().level("warm-up", 1, warm).level("c=1", 1, stream(1, 4000, 4100));
    assertThat(run.analysis().levels())
        .extracting(level -> level.level().name())
        .containsExactly("c=1");
  }

  @Test
  void cancelledRequestsAreCountedAndInNoRate() {
    Sample cancelled = failed(2, 50, 5000, Outcome.CANCELLED, 0);
    LevelSummary level = only(new SimulatedRun().level("c=2", 2, stream(1, 0, 50, 100), cancelled));
    assertThat(level.requests()).isEqualTo(new RequestCounts(2, 1, 0, 1, 0, 0, Map.of()));
    assertThat(level.window().seconds()).isEqualTo(0.1);
    assertThat(level.rates().requests()).isEqualTo(10.0);
    assertThat(level.held().peak()).as("it was in flight").isEqualTo(2);
    assertThat(level.littlesLaw().judged()).isFalse();
  }

  @Test
  void everyRequestIsCountedUnderOneEnding() {
    RequestCounts counts =
        only(new SimulatedRun()
                .level(
                    "c=1",
                    1,
                    stream(1, 0, 10, 20),
                    stream(1, 20).closedAt(30),
                    failed(1, 30, 40, Outcome.HTTP_STATUS, 429),
                    failed(1, 40, 50, Outcome.HTTP_STATUS, 503),
                    failed(1, 50, 60, Outcome.HTTP_STATUS, 500),
                    failed(1, 60, 70, Outcome.TIMEOUT, 200),
                    failed(1, 70, 80, Outcome.TIMEOUT, 200)))
            .requests();
    assertThat(counts)
        .isEqualTo(
            new RequestCounts(
                7, 2, 3, 0, 2, 1, Map.of(Outcome.HTTP_STATUS, 1, Outcome.TIMEOUT, 2)));
  }

  @Test
  void goodputCountsFailedRequestsInItsDenominatorAndCancelledInNone() {
    SimulatedRun run =
        new SimulatedRun()
            .level(
                "c=1",
                1,
                stream(1, 0, 50, 100),
                stream(1, 100, 300, 400),
                stream(1, 400).closedAt(450),
                failed(1, 450, 500, Outcome.HTTP_STATUS, 429),
                failed(1, 500, 900, Outcome.CANCELLED, 0));
    RequestSlo slo = new RequestSlo(Map.of(Metric.TIME_TO_FIRST_TOKEN, 100.0 * MS));
    Rates rates = Analysis.of(run.run(), slo).levels().get(0).rates();
    assertThat(rates.goodFraction()).isEqualTo(1 / 4.0);
    assertThat(rates.goodput()).isEqualTo(1 / 0.5);
  }

  @Test
  void totalTokensAreUnknownWhereOneAnswerDidNotTellItsPrompt() {
    Sample silent = stream(1, 100, 200);
    silent.prompt = -1;
    Rates rates = only(new SimulatedRun().level("c=1", 1, stream(1, 0, 100), silent)).rates();
    assertThat(rates.totalTokens()).isNaN();
    assertThat(rates.outputTokens()).isEqualTo(10.0);
  }

  @Test
  void levelWithoutARequestHasNoRateAndNoMetric() {
    LevelSummary level = only(new SimulatedRun().level("c=1", 1));
    assertThat(level.rates().requests()).isNaN();
    assertThat(level.rates().outputTokens()).isNaN();
    assertThat(level.burstFraction()).isNaN();
    assertThat(level.metrics()).isEmpty();
    assertThat(level.littlesLaw().judged()).isFalse();
    assertThat(level.suspect()).isEmpty();
  }

  @Test
  void burstFractionCountsGapsUnderATenthOfTheirMean() {
    // gaps 10, 0.5, 0.5 and 29 ms: mean 10
    LevelSummary level =
        only(new SimulatedRun().level("c=1", 1, stream(1, 0, 100, 110, 110.5, 111, 140)));
    assertThat(level.burstFraction()).isEqualTo(0.5);
  }

  @Test
  void metricsWithoutASampleHaveNoEntry() {
    LevelSummary level = only(new SimulatedRun().level("c=1", 1, stream(1, 0, 100)));
    assertThat(level.metrics())
        .containsKey(Metric.TIME_TO_FIRST_TOKEN)
        .doesNotContainKeys(Metric.INTER_TOKEN_LATENCY, Metric.CACHED_TOKENS);
  }

  @Test
  void sameRunGivesTheSameIntervals() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.four(), 24, 4);
    assertThat(only(run).metric(Metric.INTER_TOKEN_LATENCY).orElseThrow().interval(0.99))
        .isEqualTo(only(run).metric(Metric.INTER_TOKEN_LATENCY).orElseThrow().interval(0.99));
  }

  @Test
  void rareOverlapIsNotTheUsualNumberInFlight() {
    Window window = new Window(0, 1000);
    List<Window> streams = List.of(new Window(0, 505), new Window(500, 1000));
    assertThat(InFlight.usual(streams, window)).isEqualTo(1);
    assertThat(InFlight.peak(streams)).isEqualTo(2);
    assertThat(InFlight.usual(List.of(new Window(0, 550), new Window(500, 1000)), window))
        .isEqualTo(2);
    assertThat(InFlight.usual(List.of(), window)).isZero();
  }

  @Test
  void othersAtStartCountsThoseThatWereThere() {
    List<Window> streams =
        List.of(new Window(0, 10), new Window(5, 20), new Window(10, 30), new Window(10, 10));
    // at 10 the first has ended; the empty one meets the second and the third
    assertThat(InFlight.othersAtStart(streams)).containsExactly(0, 1, 1, 2);
    assertThat(InFlight.average(streams, new Window(0, 20))).isEqualTo((10 + 15 + 10) / 20.0);
  }
}
