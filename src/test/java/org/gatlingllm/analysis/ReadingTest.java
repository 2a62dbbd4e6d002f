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
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.Run.GatlingLog;
import org.gatlingllm.metric.Run.GatlingRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each sentence with a run for which it must appear and one for which it must not. */
final class ReadingTest {
  private static final double MS = 1e6;

  static List<String> told(FindingKind kind, SimulatedRun run) {
    return told(kind, run, RequestSlo.none());
  }

  static List<String> told(FindingKind kind, SimulatedRun run, RequestSlo slo) {
    return Analysis.of(run.run(), slo).reading().stream()
        .filter(f -> f.kind() == kind)
        .map(Finding::sentence)
        .toList();
  }

  static void assertTold(FindingKind kind, SimulatedRun run, String... parts) {
    assertThat(told(kind, run)).singleElement().asString().contains(parts);
  }

  /** One user whose requests are all changed the same way. */
  static SimulatedRun chats(int count, Consumer<Sample> change) {
    Sample[] samples = new Sample[count];
    for (int i = 0; i < count; i++) {
      double sent = 500.0 * i;
      samples[i] = stream(1, sent, sent + 100, sent + 110, sent + 120, sent + 130);
      change.accept(samples[i]);
    }
    return new SimulatedRun().level("c=1", 1, samples);
  }

  static SimulatedRun healthy() {
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
    assertThat(reading).extracting(Finding::kind).contains(FindingKind.FAILURES);
    assertThat(reading).allSatisfy(f -> assertThat(f.sentence()).doesNotContain("NaN"));
  }

  @Test
  void suspectLevelsAreTold() {
    ClientHealth late =
        new ClientHealth((long) MS, (long) (50 * MS), (long) (90 * MS), 0, 0, 0.3, 0.5, 0, 0, 0);
    assertTold(FindingKind.SUSPECT, healthy().client("c=1", late), "c=1 is suspect", "lag p99");
    assertThat(told(FindingKind.SUSPECT, healthy())).isEmpty();
  }

  @Test
  void littlesLawIsTold() {
    assertTold(FindingKind.LITTLES_LAW, healthy(), "holds at all 2 levels");
    SimulatedRun broken = healthy();
    broken.gatling(log -> new GatlingLog(true, Map.of("c=1", List.of(), "c=2", half(log))));
    assertTold(
        FindingKind.LITTLES_LAW_BROKEN,
        broken,
        "does not hold at c=2 (",
        "1.96 in flight expected");
    assertThat(told(FindingKind.LITTLES_LAW, broken)).isEmpty();
    assertThat(told(FindingKind.LITTLES_LAW_BROKEN, healthy())).isEmpty();
    assertTold(FindingKind.LITTLES_LAW, healthy().gatling(log -> null), "not checked", "missing");
    assertThat(told(FindingKind.LITTLES_LAW, chats(3, s -> s.closed = s.sent + 131)))
        .as("streams of 131 ms are judged")
        .hasSize(1);
    assertThat(told(FindingKind.LITTLES_LAW, new SimulatedRun().level("c=1", 1, stream(1, 0, 20))))
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
    assertThat(told(FindingKind.FAILURES, run))
        .satisfiesExactly(
            s -> assertThat(s).startsWith("1 request of 4 failed (http_status)"),
            s -> assertThat(s).startsWith("2 requests of 4 failed (truncated)"));
    assertThat(told(FindingKind.FAILURES, healthy())).isEmpty();
  }

  @Test
  void rateLimitedRequestsAreNoFailures() {
    SimulatedRun run =
        new SimulatedRun()
            .level("c=1", 1, stream(1, 0, 100), failed(1, 100, 101, Outcome.HTTP_STATUS, 429));
    assertTold(FindingKind.RATE_LIMITED, run, "1 request of 2", "429 or 503");
    assertThat(told(FindingKind.FAILURES, run)).isEmpty();
    assertThat(told(FindingKind.RATE_LIMITED, healthy())).isEmpty();
  }

  @Test
  void emptyResentAndCancelledRequestsAreTold() {
    assertTold(
        FindingKind.EMPTY,
        new SimulatedRun().level("c=1", 1, stream(1, 0).closedAt(100)),
        "1 answer of 1");
    assertTold(FindingKind.RESENT, chats(3, s -> s.sends = 2), "3 requests of 3");
    assertTold(
        FindingKind.CANCELLED,
        new SimulatedRun().level("c=1", 1, failed(1, 0, 100, Outcome.CANCELLED, 0)),
        "1 request of 1");
    for (FindingKind kind : List.of(FindingKind.EMPTY, FindingKind.RESENT, FindingKind.CANCELLED)) {
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
    assertTold(FindingKind.NOT_STREAMING, buffered, "4 of 4 answers came in one piece");
    assertThat(told(FindingKind.NOT_STREAMING, healthy())).isEmpty();
    assertThat(
            told(FindingKind.NOT_STREAMING, chats(4, s -> s.arrivals = new double[] {s.sent + 9})))
        .as("one token comes in one piece")
        .isEmpty();
  }

  @Test
  void answersWithMoreTokensThanEventsAreTold() {
    SimulatedRun some = chats(3, s -> s.told(s.sent == 0 ? 4 : s.sent == 500 ? 8 : 12));
    some.level("c=2", 2, stream(1, 0, 100, 110).told(2));
    some.level("c=4", 4, stream(1, 0, 100, 110).told(10));
    assertThat(told(FindingKind.TOKENS_PER_EVENT, some))
        .containsExactly(
            "3 of 4 answers at c=1 and c=4 hold more tokens than events (3.33 tokens an event on"
                + " average) and the server tells no running count: they have no ITL and no TPOT,"
                + " see ICL.");
  }

  @Test
  void tokensOfWhichEachIsKnownAreNotTold() {
    for (SimulatedRun known :
        List.of(
            healthy(),
            chats(3, s -> s.told(5)),
            chats(3, s -> s.told(12).running = true),
            chats(3, s -> s.told(12).outcome = Outcome.TRUNCATED),
            new SimulatedRun().level("c=1", 1, stream(1, 0).closedAt(100).told(12)))) {
      assertThat(told(FindingKind.TOKENS_PER_EVENT, known)).isEmpty();
    }
  }

  @Test
  void longQueueIsNoSignOfBuffering() {
    assertThat(told(FindingKind.NOT_STREAMING, new SimulatedRun().closed(SlotServer.one(), 24, 16)))
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
    assertTold(FindingKind.SCHEDULE_DELAY, late(30), "rate=2", "30 ms (p99)", "TTFT p50 of 100 ms");
    assertThat(told(FindingKind.SCHEDULE_DELAY, late(9))).isEmpty();
    assertThat(told(FindingKind.SCHEDULE_DELAY, late(-1))).isEmpty();
  }

  @Test
  void clocksThatPartAreTold() {
    assertTold(FindingKind.FROM_SCHEDULE, late(30), "100 ms from sent and 130 ms from schedule");
    assertTold(FindingKind.FROM_SCHEDULE, late(-30), "100 ms from sent and 70 ms", "before they");
    assertThat(told(FindingKind.FROM_SCHEDULE, late(4))).isEmpty();
  }

  @Test
  void answersOfUnequalLengthAreTold() {
    Level exact = new Level("c=1", new Level.Closed(1), 1, null, 100, 64, true, false);
    SimulatedRun unequal =
        new SimulatedRun()
            .add(exact, List.of(stream(1, 0, 10, 20).record(), stream(1, 30, 40).record()));
    assertTold(FindingKind.OUTPUT_LENGTH, unequal, "1 to 2 tokens", "64 were asked for");
    assertThat(told(FindingKind.OUTPUT_LENGTH, healthy())).isEmpty();
    Level free = new Level("c=1", new Level.Closed(1), 1, null, 100, 64, false, false);
    assertThat(
            told(
                FindingKind.OUTPUT_LENGTH,
                new SimulatedRun()
                    .add(free, List.of(stream(1, 0, 10, 20).record(), stream(1, 30, 40).record()))))
        .isEmpty();
  }

  @Test
  void smallSamplesAreTold() {
    assertTold(
        FindingKind.SMALL_SAMPLE, healthy(), "24 requests a level p95 and p99 are little more");
    assertTold(FindingKind.SMALL_SAMPLE, chats(100, s -> {}), "100 requests a level p99 is");
    assertThat(told(FindingKind.SMALL_SAMPLE, chats(368, s -> {}))).isEmpty();
  }

  @Test
  void everyReadingIsListedOnce() {
    assertThat(Readings.ALL).doesNotHaveDuplicates().hasSize(20);
  }
}
