package org.gatlingllm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineModelTest {

  private static final long MILLI = 1_000_000;
  private static final ServiceModel NP1 = ServiceModel.preset("np1");
  private static final ServiceModel NP4 = ServiceModel.preset("np4");

  // 100 prompt tokens and 64 output tokens on np1: 145 ms + 63 × 18.5 ms
  private static final long NP1_SERVICE = 145 * MILLI + 63 * 18_500_000L;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void oneSlotGivesTheSameThroughputToAnyNumberOfUsers(int users) {
    List<Timeline> timelines = EngineModel.simulateClosed(NP1, users, 24, 100, 64, 1);

    assertThat(endOf(timelines)).isEqualTo(24 * NP1_SERVICE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void oneSlotMakesEachUserWaitForAllOthers(int users) {
    List<Timeline> timelines = EngineModel.simulateClosed(NP1, users, 24, 100, 64, 1);

    assertThat(timelines.subList(users, 24))
        .allSatisfy(
            t -> assertThat(t.ttftNanos()).isEqualTo(145 * MILLI + (users - 1) * NP1_SERVICE));
  }

  @Test
  void aStepOfFourSlotsTakesLongerThanAStepAloneButGivesMoreTokens() {
    long alone = EngineModel.simulateClosed(NP4, 1, 1, 100, 64, 1).get(0).endNanos();
    List<Timeline> four = EngineModel.simulateClosed(NP4, 4, 4, 100, 64, 1);

    assertThat(alone).isCloseTo(145 * MILLI + 63 * 19 * MILLI, within(100L));
    // The four prompts come first, one after the other; then all decode in steps of 51 ms.
    assertThat(four.get(3).ttftNanos()).isEqualTo(4 * 145 * MILLI);
    assertThat(gap(four.get(0), 5)).isEqualTo(51 * MILLI);
    assertThat(4.0 * 64 / endOf(four)).isGreaterThan(1.3 * 64 / alone);
  }

  @Test
  void requestsAreServedInTheOrderOfArrival() {
    List<Arrival> arrivals = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      arrivals.add(new Arrival(i * MILLI, Prompt.unique(10), 5 + i % 3));
    }
    List<Timeline> timelines = EngineModel.simulate(NP1, arrivals, 1);

    assertThat(timelines).extracting(Timeline::slotNanos).isSorted();
    assertThat(timelines.get(9).slotNanos()).isEqualTo(timelines.get(8).endNanos());
  }

  @Test
  void arrivalsNeedNoOrderInTheList() {
    Arrival early = new Arrival(0, Prompt.unique(100), 2);
    Arrival late = new Arrival(10 * MILLI, Prompt.unique(100), 2);

    List<Timeline> timelines = EngineModel.simulate(NP1, List.of(late, early), 1);

    assertThat(timelines.get(0).arrivalNanos()).isEqualTo(10 * MILLI);
    assertThat(timelines.get(0).slotNanos()).isEqualTo(timelines.get(1).endNanos());
  }

  @Test
  void finishedSequenceFreesItsSlotAtOnce() {
    ServiceModel twoSlots = NP4.withSlots(2);
    List<Timeline> timelines =
        EngineModel.simulate(
            twoSlots, List.of(arrival(0, 100, 20), arrival(0, 100, 3), arrival(0, 100, 3)), 1);

    assertThat(timelines.get(2).slotNanos()).isEqualTo(timelines.get(1).endNanos());
    assertThat(timelines.get(2).slotNanos()).isLessThan(timelines.get(0).endNanos());
  }

  @Test
  void wholePrefillStallsTheDecoders() {
    List<Timeline> timelines =
        EngineModel.simulate(NP4, List.of(arrival(0, 100, 20), arrival(200 * MILLI, 100, 2)), 1);

    // Tokens of the first at 145, 164, 183, 202 ms; then 145 ms of prefill for the second.
    assertThat(longestGap(timelines.get(0))).isEqualTo(145 * MILLI + NP4.stepNanos(2));
    assertThat(timelines.get(1).ttftNanos()).isCloseTo(147 * MILLI, within(10L));
  }

  @Test
  void chunkedPrefillOnlySlowsTheDecodersDown() {
    ServiceModel chunked = NP4.withPrefill(NP4.prefill().withChunkTokens(10));
    List<Timeline> timelines =
        EngineModel.simulate(
            chunked, List.of(arrival(0, 100, 40), arrival(400 * MILLI, 100, 2)), 1);

    assertThat(longestGap(timelines.get(0))).isCloseTo(NP4.stepNanos(1) + 14_500_000L, within(10L));
    // Ten steps of ten tokens, each beside one decoder, after the step that was under way.
    assertThat(timelines.get(1).tokenNanos(0) - timelines.get(1).slotNanos())
        .isCloseTo(10 * (NP4.stepNanos(1) + 14_500_000L), within(100L));
  }

  @Test
  void prefixCacheLeavesOnlyTheNewTokensToCompute() {
    Prompt prompt = Prompt.repeated(100, 7);
    List<Arrival> arrivals =
        List.of(new Arrival(0, prompt, 2), new Arrival(1_000 * MILLI, prompt, 2));

    List<Timeline> with =
        EngineModel.simulate(NP1.withPrefill(NP1.prefill().withCached(true)), arrivals, 1);
    List<Timeline> without = EngineModel.simulate(NP1, arrivals, 1);

    assertThat(with.get(1).cachedTokens()).isEqualTo(96);
    assertThat(with.get(1).ttftNanos()).isEqualTo(4 * 1_450_000L);
    assertThat(without.get(1).ttftNanos()).isEqualTo(145 * MILLI);
  }

  @Test
  void independentRequestsHaveFixedTimesAtAnyLoad() {
    ServiceModel clock = ServiceModel.preset("clock");
    List<Timeline> timelines = EngineModel.simulateClosed(clock, 128, 256, 100, 64, 1);

    assertThat(timelines)
        .allSatisfy(
            t -> {
              assertThat(t.ttftNanos()).isEqualTo(200 * MILLI);
              assertThat(longestGap(t)).isEqualTo(10 * MILLI);
              assertThat(t.endNanos() - t.arrivalNanos()).isEqualTo(830 * MILLI);
            });
  }

  @Test
  void timeScaleMultipliesEveryTime() {
    List<Timeline> real = EngineModel.simulateClosed(NP4, 4, 12, 100, 16, 1);
    List<Timeline> fast = EngineModel.simulateClosed(NP4.withTimeScale(0.1), 4, 12, 100, 16, 1);

    for (int i = 0; i < 12; i++) {
      assertThat(fast.get(i).endNanos() * 10).isCloseTo(real.get(i).endNanos(), within(5_000L));
    }
  }

  @Test
  void noiseHasMeanOneAndTheAskedSpreadAndComesFromTheSeed() {
    ServiceModel noisy = NP1.withNoise(new Noise(0.3, 0, 1));
    Timeline timeline = EngineModel.simulateClosed(noisy, 1, 1, 100, 20_001, 42).get(0);
    double mean = (timeline.endNanos() - timeline.tokenNanos(0)) / 20_000.0;
    double squares = 0;
    for (int i = 1; i <= 20_000; i++) {
      squares += Math.pow(gap(timeline, i) - mean, 2);
    }

    // Standard errors: mean 0.3/√20000 = 0.2 %, CV about 1 %.
    assertThat(mean / 18_500_000).isCloseTo(1, within(0.01));
    assertThat(Math.sqrt(squares / 20_000) / mean).isCloseTo(0.3, within(0.02));
    assertThat(EngineModel.simulateClosed(noisy, 1, 1, 100, 50, 42).get(0).endNanos())
        .isEqualTo(timeline.tokenNanos(49))
        .isNotEqualTo(EngineModel.simulateClosed(noisy, 1, 1, 100, 50, 43).get(0).endNanos());
  }

  @Test
  void shareOfStepsIsSlow() {
    ServiceModel tailed = NP1.withNoise(new Noise(0, 0.05, 4));
    Timeline timeline = EngineModel.simulateClosed(tailed, 1, 1, 100, 10_001, 3).get(0);
    long slow = 0;
    for (int i = 1; i <= 10_000; i++) {
      assertThat(gap(timeline, i)).isIn(18_500_000L, 4 * 18_500_000L);
      slow += gap(timeline, i) > 18_500_000L ? 1 : 0;
    }

    // Binomial: 500 ± 22.
    assertThat(slow).isBetween(400L, 600L);
  }

  private static Arrival arrival(long atNanos, int promptTokens, int outputTokens) {
    return new Arrival(atNanos, Prompt.unique(promptTokens), outputTokens);
  }

  private static long endOf(List<Timeline> timelines) {
    return timelines.stream().mapToLong(Timeline::endNanos).max().orElseThrow();
  }

  private static long gap(Timeline timeline, int index) {
    return timeline.tokenNanos(index) - timeline.tokenNanos(index - 1);
  }

  private static long longestGap(Timeline timeline) {
    long longest = 0;
    for (int i = 1; i < timeline.tokens(); i++) {
      longest = Math.max(longest, gap(timeline, i));
    }
    return longest;
  }
}
