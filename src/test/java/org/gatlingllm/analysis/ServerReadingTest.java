package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gatlingllm.analysis.ReadingTest.assertTold;
import static org.gatlingllm.analysis.ReadingTest.chats;
import static org.gatlingllm.analysis.ReadingTest.healthy;
import static org.gatlingllm.analysis.ReadingTest.told;
import static org.gatlingllm.analysis.Sample.stream;

import java.util.Map;
import java.util.function.Consumer;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.junit.jupiter.api.Test;

/** What a run says of its server: each sentence where it must appear, and where it must not. */
final class ServerReadingTest {
  private static final double MS = 1e6;

  @Test
  void capacityIsArrivalsTimesTheBestResidence() {
    SlotServer one = SlotServer.one();
    assertTold(
        CapacityReading.KIND,
        new SimulatedRun().closed(one, 24, 1).poisson(one, 1.5, 40, 1),
        "1.5 requests/s (rate=1.5) of 1.31 s each",
        "keep 1.97 in flight",
        "at least 2 slots");
    assertThat(told(CapacityReading.KIND, healthy())).isEmpty();
  }

  @Test
  void loadAtWhichTheSloIsLeftIsInterpolated() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 24, 1, 2, 4);
    RequestSlo slo = new RequestSlo(Map.of(Metric.TIME_TO_FIRST_TOKEN, 800 * MS));
    // 146 ms with one user, 1,457 ms with two
    assertThat(told(SloCrossingReading.KIND, run, slo))
        .singleElement()
        .asString()
        .contains("crosses its limit of 800 ms at about 1.5 users", "c=1: 146 ms", "c=2: 1.46 s");
    RequestSlo loose = new RequestSlo(Map.of(Metric.TIME_TO_FIRST_TOKEN, 9000 * MS));
    assertThat(told(SloCrossingReading.KIND, run, loose))
        .singleElement()
        .asString()
        .contains("stays within", "up to c=4");
    RequestSlo tight = new RequestSlo(Map.of(Metric.TIME_TO_FIRST_TOKEN, 100 * MS));
    assertThat(told(SloCrossingReading.KIND, run, tight))
        .singleElement()
        .asString()
        .contains("from the lowest load on");
    assertThat(told(SloCrossingReading.KIND, run)).isEmpty();
  }

  @Test
  void closedLoopHidesTheQueueOfArrivals() {
    SlotServer one = SlotServer.one();
    assertTold(
        ClosedLoopReading.KIND,
        new SimulatedRun().closed(one, 24, 1).poisson(one, 0.5, 40, 1),
        "c=1 shows TTFT p99 146 ms",
        "rate=0.5");
    assertTold(ClosedLoopReading.KIND, healthy(), "Closed levels only", "llm.open.rates");
    SlotServer wide = SlotServer.wide();
    assertThat(
            told(
                ClosedLoopReading.KIND,
                new SimulatedRun().closed(wide, 24, 1).poisson(wide, 5, 40, 1)))
        .isEmpty();
  }

  @Test
  void gapsTornByPrefillAreTold() {
    SlotServer stalling = new SlotServer(4, 300, true, 8.3, 10.7, 64);
    assertTold(
        PrefillGapReading.KIND,
        new SimulatedRun().closed(stalling, 25, 1, 4),
        "c=4: the largest gap",
        "median of 51.1 ms",
        "first token of another request");
    SlotServer chunked = new SlotServer(4, 300, false, 8.3, 10.7, 64);
    assertThat(told(PrefillGapReading.KIND, new SimulatedRun().closed(chunked, 25, 1, 4)))
        .isEmpty();
    assertThat(told(PrefillGapReading.KIND, healthy())).isEmpty();
  }

  @Test
  void stallsThatNoPrefillExplainsAreNotPutDownToIt() {
    // 200 ms of silence in the middle of each answer of one user
    assertThat(
            told(
                PrefillGapReading.KIND,
                chats(
                    9,
                    s ->
                        s.arrivals =
                            new double[] {
                              s.sent + 100, s.sent + 110, s.sent + 120, s.sent + 320, s.sent + 330
                            })))
        .isEmpty();
  }

  @Test
  void promptLengthIsComparedAtEqualLoad() {
    SimulatedRun run = healthy().promptTokens(2100);
    run.closed(new SlotServer(1, 3145, true, 18.5, 0, 64), 8, 1);
    assertTold(
        PromptLengthReading.KIND,
        run,
        "Prompts of 2,100 instead of 100 tokens",
        "145 ms to 3.15 s (1.5 s a thousand tokens)",
        "18.5 ms to 18.5 ms");
    assertThat(told(PromptLengthReading.KIND, healthy())).isEmpty();
  }

  @Test
  void cachedPromptTokensShowAPrefixCache() {
    assertTold(PrefixCacheReading.KIND, chats(8, s -> s.cached = 40), "40 % of the prompt tokens");
    assertThat(told(PrefixCacheReading.KIND, chats(8, s -> s.cached = 9))).isEmpty();
    assertThat(told(PrefixCacheReading.KIND, chats(8, s -> {}))).isEmpty();
  }

  @Test
  void fallingTtftOfRepeatedPromptsHintsAtAPrefixCache() {
    Consumer<Sample> firstSlow =
        s -> {
          if (s.sent == 0) {
            s.arrivals = new double[] {400, 410};
          }
        };
    assertTold(
        PrefixCacheReading.KIND,
        chats(8, firstSlow).setting("llm.cacheBust", "false"),
        "400 ms for the first to 100 ms");
    assertThat(told(PrefixCacheReading.KIND, chats(8, firstSlow))).isEmpty();
    assertThat(told(PrefixCacheReading.KIND, chats(8, s -> {}).setting("llm.cacheBust", "false")))
        .isEmpty();
  }

  @Test
  void newConnectionsAreToldWhereTheyMatter() {
    int[] n = {0};
    Consumer<Sample> slowConnect =
        s -> {
          s.reused = n[0]++ % 2 == 0;
          s.arrivals[0] = s.sent + (s.reused ? 60 : 100);
        };
    assertTold(NewConnectionReading.KIND, chats(20, slowConnect), "100 ms, on a reused one 60 ms");
    assertThat(told(NewConnectionReading.KIND, chats(20, s -> s.reused = n[0]++ % 2 == 0)))
        .isEmpty();
  }

  @Test
  void queueOfTheFirstUsersIsNotPutDownToTheirConnections() {
    // the first eight come at once, on new connections, and queue
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 24, 8);
    run.each(
        r ->
            r.timings().sentNanos() < 503 * MS
                ? new RequestRecord(
                    r.id(),
                    r.timings(),
                    r.tokens(),
                    r.ending(),
                    new Connection(false, 1),
                    r.server())
                : r);
    assertThat(told(NewConnectionReading.KIND, run)).isEmpty();
  }

  @Test
  void tailOfAChainIsTheQuantileOfTheSingleCall() {
    // latencies of 1 to 100 s: the p-quantile is 1 + 99 p
    Sample[] samples = new Sample[100];
    for (int i = 0; i < samples.length; i++) {
      double sent = 200_000.0 * i;
      samples[i] = stream(1, sent, sent + 500, sent + 1000.0 * (i + 1));
    }
    // p^(1/5) = 0.98979, p^(1/20) = 0.99744
    assertTold(
        ChainReading.KIND,
        new SimulatedRun().level("c=1", 1, samples),
        "95.1 s for 1 call, 99 s* for 5 calls and 99.7 s* for 20 calls",
        "5.0 %, 23 % and 64 %");
    assertThat(told(ChainReading.KIND, chats(19, s -> {}))).isEmpty();
  }
}
