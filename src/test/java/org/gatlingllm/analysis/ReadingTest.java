package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gatlingllm.analysis.Sample.failed;
import static org.gatlingllm.analysis.Sample.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.gatlingllm.analysis.Finding.Severity;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.Run.GatlingLog;
import org.gatlingllm.metric.Run.GatlingRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each sentence with a run for which it must appear and one for which it must not. */
final class ReadingTest {
  private static final double MS = 1e6;

  private static List<String> told(String kind, SimulatedRun run) {
    return told(kind, run, RequestSlo.none());
  }

  private static List<String> told(String kind, SimulatedRun run, RequestSlo slo) {
    return Analysis.of(run.run(), slo).reading().stream()
        .filter(f -> f.kind().equals(kind))
        .map(Finding::sentence)
        .toList();
  }

  private static void assertTold(String kind, SimulatedRun run, String... parts) {
    assertThat(told(kind, run)).singleElement().asString().contains(parts);
  }

  /** One user whose requests are all changed the same way. */
  private static SimulatedRun chats(int count, Consumer<Sample> change) {
    Sample[] samples = new Sample[count];
    for (int i = 0; i < count; i++) {
      double sent = 500.0 * i;
      samples[i] = stream(1, sent, sent + 100, sent + 110, sent + 120, sent + 130);
      change.accept(samples[i]);
    }
    return new SimulatedRun().level("c=1", 1, samples);
  }

  private static SimulatedRun healthy() {
    return new SimulatedRun().closed(SlotServer.one(), 24, 1, 2);
  }

  @Test
  void healthyRunHasNoWarning() {
    SlotServer four = SlotServer.four();
    assertThat(
            new SimulatedRun()
                .closed(four, 24, 1, 2, 4, 8)
                .poisson(four, 0.6, 24, 1)
                .analysis()
                .reading())
        .allMatch(f -> f.severity() == Severity.NOTE);
  }

  @Test
  void everySentenceIsOneLineAndWarningsComeFirst() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 24, 1, 8);
    run.poisson(SlotServer.one(), 1.5, 40, 1);
    List<Finding> reading = run.analysis().reading();
    assertThat(reading).hasSizeGreaterThan(4);
    assertThat(reading.get(0).severity()).isEqualTo(Severity.WARNING);
    assertThat(reading)
        .allSatisfy(
            f -> assertThat(f.sentence()).doesNotContain("\n", "NaN", "{}").matches(".*[.)]"));
    assertThat(reading)
        .extracting(Finding::severity)
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Test
  void runWithoutAnyLevelSaysNothing() {
    assertThat(new SimulatedRun().analysis().reading()).isEmpty();
  }

  @Test
  void levelsThatFailedAltogetherAreToldWithoutMadeUpNumbers() {
    List<Finding> reading =
        new SimulatedRun()
            .level("c=1", 1, failed(1, 0, 200, Outcome.CONNECTION, 0))
            .openLevel("rate=1", 1, List.of(failed(2, 300, 500, Outcome.CONNECTION, 0)))
            .analysis()
            .reading();
    assertThat(reading).extracting(Finding::kind).contains(FailureReading.FAILED);
    assertThat(reading).allSatisfy(f -> assertThat(f.sentence()).doesNotContain("NaN"));
  }

  @Test
  void suspectLevelsAreTold() {
    ClientHealth late =
        new ClientHealth((long) MS, (long) (50 * MS), (long) (90 * MS), 0, 0, 0.3, 0.5, 0, 0, 0);
    assertTold(SuspectReading.KIND, healthy().client("c=1", late), "c=1 is suspect", "lag p99");
    assertThat(told(SuspectReading.KIND, healthy())).isEmpty();
  }

  @Test
  void littlesLawIsTold() {
    assertTold(LittlesLawReading.KIND, healthy(), "holds at all 2 levels");
    SimulatedRun broken = healthy();
    broken.gatling(log -> new GatlingLog(true, Map.of("c=1", List.of(), "c=2", half(log))));
    assertTold(LittlesLawReading.KIND, broken, "does not hold at c=2 (", "1.96 in flight expected");
    assertTold(LittlesLawReading.KIND, healthy().gatling(log -> null), "not checked", "missing");
    assertThat(told(LittlesLawReading.KIND, chats(3, s -> s.closed = s.sent + 131)))
        .as("streams of 131 ms are judged")
        .hasSize(1);
    assertThat(told(LittlesLawReading.KIND, new SimulatedRun().level("c=1", 1, stream(1, 0, 20))))
        .as("too short to be judged")
        .isEmpty();
  }

  private static List<GatlingRequest> half(@Nullable GatlingLog log) {
    List<GatlingRequest> all =
        log == null ? List.of() : log.requests().getOrDefault("c=2", List.of());
    return all.subList(0, all.size() / 2);
  }

  @Test
  void failuresAreToldByClass() {
    SimulatedRun run =
        new SimulatedRun()
            .level(
                "c=1",
                1,
                stream(1, 0, 100, 200),
                failed(1, 200, 300, Outcome.TRUNCATED, 200),
                failed(1, 300, 400, Outcome.TRUNCATED, 200),
                failed(1, 400, 500, Outcome.HTTP_STATUS, 500));
    assertThat(told(FailureReading.FAILED, run))
        .satisfiesExactly(
            s -> assertThat(s).startsWith("1 request of 4 failed (http_status)"),
            s -> assertThat(s).startsWith("2 requests of 4 failed (truncated)"));
    assertThat(told(FailureReading.FAILED, healthy())).isEmpty();
  }

  @Test
  void rateLimitedRequestsAreNoFailures() {
    SimulatedRun run =
        new SimulatedRun()
            .level("c=1", 1, stream(1, 0, 100), failed(1, 100, 101, Outcome.HTTP_STATUS, 429));
    assertTold(FailureReading.RATE_LIMITED, run, "1 request of 2", "429 or 503");
    assertThat(told(FailureReading.FAILED, run)).isEmpty();
    assertThat(told(FailureReading.RATE_LIMITED, healthy())).isEmpty();
  }

  @Test
  void emptyResentAndCancelledRequestsAreTold() {
    assertTold(
        FailureReading.EMPTY,
        new SimulatedRun().level("c=1", 1, stream(1, 0).closedAt(100)),
        "1 answer of 1");
    assertTold(FailureReading.RESENT, chats(3, s -> s.sends = 2), "3 requests of 3");
    assertTold(
        FailureReading.CANCELLED,
        new SimulatedRun().level("c=1", 1, failed(1, 0, 100, Outcome.CANCELLED, 0)),
        "1 request of 1");
    for (String kind :
        List.of(FailureReading.EMPTY, FailureReading.RESENT, FailureReading.CANCELLED)) {
      assertThat(told(kind, healthy())).isEmpty();
    }
  }

  @Test
  void answersInOnePieceAreNotStreaming() {
    SimulatedRun buffered =
        chats(
            4,
            s -> {
              s.arrivals = new double[] {s.sent + 130};
              s.arrivalTokens = new int[] {64};
            });
    assertTold(NotStreamingReading.KIND, buffered, "4 of 4 answers came in one piece");
    assertThat(told(NotStreamingReading.KIND, healthy())).isEmpty();
    assertThat(
            told(NotStreamingReading.KIND, chats(4, s -> s.arrivals = new double[] {s.sent + 9})))
        .as("one token comes in one piece")
        .isEmpty();
  }

  @Test
  void longQueueIsNoSignOfBuffering() {
    assertThat(told(NotStreamingReading.KIND, new SimulatedRun().closed(SlotServer.one(), 24, 16)))
        .isEmpty();
  }

  /** Requests due every 500 ms, sent so much later. */
  private static SimulatedRun late(double delay) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double due = 500.0 * i;
      Sample sample = stream(i, due + delay, due + delay + 100, due + delay + 200);
      sample.scheduled = due;
      samples.add(sample);
    }
    return new SimulatedRun().openLevel("rate=2", 2, samples);
  }

  @Test
  void requestsSentTooLateAreTold() {
    assertTold(ScheduleReading.LATE, late(30), "rate=2", "30 ms (p99)", "TTFT p50 of 100 ms");
    assertThat(told(ScheduleReading.LATE, late(9))).isEmpty();
    assertThat(told(ScheduleReading.LATE, late(-1))).isEmpty();
  }

  @Test
  void clocksThatPartAreTold() {
    assertTold(ScheduleReading.BOTH_CLOCKS, late(30), "100 ms from sent and 130 ms from schedule");
    assertThat(told(ScheduleReading.BOTH_CLOCKS, late(4))).isEmpty();
  }

  @Test
  void answersOfUnequalLengthAreTold() {
    Level exact = new Level("c=1", new Level.Closed(1), 1, null, 100, 64, true, false);
    SimulatedRun unequal =
        new SimulatedRun()
            .add(exact, List.of(stream(1, 0, 10, 20).record(), stream(1, 30, 40).record()));
    assertTold(OutputLengthReading.KIND, unequal, "1 to 2 tokens", "64 were asked for");
    assertThat(told(OutputLengthReading.KIND, healthy())).isEmpty();
    Level free = new Level("c=1", new Level.Closed(1), 1, null, 100, 64, false, false);
    assertThat(
            told(
                OutputLengthReading.KIND,
                new SimulatedRun()
                    .add(free, List.of(stream(1, 0, 10, 20).record(), stream(1, 30, 40).record()))))
        .isEmpty();
  }

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

  @Test
  void smallSamplesAreTold() {
    assertTold(
        SmallSampleReading.KIND, healthy(), "24 requests a level p95 and p99 are little more");
    assertTold(SmallSampleReading.KIND, chats(100, s -> {}), "100 requests a level p99 is");
    assertThat(told(SmallSampleReading.KIND, chats(368, s -> {}))).isEmpty();
  }

  @Test
  void everyReadingIsListedOnce() {
    assertThat(Readings.ALL).doesNotHaveDuplicates().hasSize(18);
  }
}
