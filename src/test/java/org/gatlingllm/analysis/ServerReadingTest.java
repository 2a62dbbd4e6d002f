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
        FindingKind.CAPACITY,
        new SimulatedRun().closed(one, 24, 1).poisson(one, 1.5, 40, 1),
        "1.5 requests/s (rate=1.5) of 1.31 s each",
        "keep 1.97 in flight",
        "at least 2 slots");
    assertThat(told(FindingKind.CAPACITY, healthy())).isEmpty();
  }

  @Test
  void loadAtWhichTheSloIsLeftIsInterpolated() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 24, 1, 2, 4);
    // 146 ms with one user, 1,457 ms with two
    assertThat(told(FindingKind.SLO_CROSSED, run, ttftWithin(800)))
        .containsExactly(
            "TTFT p95 crosses its limit of 800 ms at about 1.5 users (between c=1: 146 ms and c=2:"
                + " 1.46 s).");
    assertThat(told(FindingKind.SLO_KEPT, run, ttftWithin(800))).isEmpty();
    assertThat(told(FindingKind.SLO_CROSSED, run, ttftWithin(100)))
        .singleElement()
        .asString()
        .contains("is over its limit of 100 ms from the lowest load on (c=1: 146 ms)");
    assertThat(told(FindingKind.SLO_KEPT, run, ttftWithin(9000)))
        .singleElement()
        .asString()
        .contains("stays within its limit of 9 s up to c=4");
    assertThat(told(FindingKind.SLO_CROSSED, run, ttftWithin(9000))).isEmpty();
    assertThat(told(FindingKind.SLO_CROSSED, run)).isEmpty();
    assertThat(told(FindingKind.SLO_KEPT, run)).isEmpty();
  }

  @Test
  void closedAndOpenLevelsLeaveTheSloInOneSentence() {
    SlotServer one = SlotServer.one();
    SimulatedRun run = new SimulatedRun().closed(one, 24, 1, 2).poisson(one, 0.2, 24, 1);
    assertThat(told(FindingKind.SLO_KEPT, run, ttftWithin(9000)))
        .singleElement()
        .asString()
        .startsWith(
            "TTFT p95 stays within its limit of 9 s up to c=2 (1.46 s) and up to rate=0.2 (");
    assertThat(told(FindingKind.SLO_CROSSED, run, ttftWithin(1400)))
        .singleElement()
        .asString()
        .contains(
            "crosses its limit of 1.4 s at about 1.9", " and stays within it up to rate=0.2 (");
  }

  private static RequestSlo ttftWithin(double millis) {
    return new RequestSlo(Map.of(Metric.TIME_TO_FIRST_TOKEN, millis * MS));
  }

  @Test
  void whatTheServerSaysOfItsPrefillIsSetAgainstTtft() {
    // 100 ms to the first token
    assertTold(
        FindingKind.SERVER_WAIT,
        chats(8, s -> s.prefill = 30),
        "c=1: by its own clock the server read the prompt for 30 ms (p50), and TTFT p50 is 100 ms:"
            + " 70 ms of it (p50) passed in its queue or on the way.");
    assertThat(told(FindingKind.SERVER_WAIT, chats(8, s -> s.prefill = 60))).isEmpty();
    assertThat(told(FindingKind.SERVER_WAIT, chats(4, s -> s.prefill = 30))).isEmpty();
    assertThat(told(FindingKind.SERVER_WAIT, healthy())).isEmpty();
  }

  @Test
  void closedLoopHidesTheQueueOfArrivals() {
    SlotServer one = SlotServer.one();
    assertTold(
        FindingKind.CLOSED_LOOP,
        new SimulatedRun().closed(one, 24, 1).poisson(one, 0.5, 40, 1),
        "c=1 shows TTFT p99 146 ms",
        "rate=0.5");
    assertThat(told(FindingKind.CLOSED_LOOP, healthy())).isEmpty();
    assertTold(FindingKind.CLOSED_ONLY, healthy(), "Closed levels only", "llm.open.rates");
    assertThat(
            told(
                FindingKind.CLOSED_ONLY,
                new SimulatedRun().closed(one, 24, 1).poisson(one, 0.5, 40, 1)))
        .isEmpty();
    assertThat(
            told(
                FindingKind.CLOSED_ONLY,
                healthy()
                    .promptTokens(2100)
                    .closed(new SlotServer(1, 3145, true, 18.5, 0, 64), 8, 1)))
        .as("once, however many curves there are")
        .hasSize(1);
    SlotServer wide = SlotServer.wide();
    assertThat(
            told(
                FindingKind.CLOSED_LOOP,
                new SimulatedRun().closed(wide, 24, 1).poisson(wide, 5, 40, 1)))
        .isEmpty();
  }

  @Test
  void gapsTornByPrefillAreTold() {
    SlotServer stalling = new SlotServer(4, 300, true, 8.3, 10.7, 64);
    assertTold(
        FindingKind.PREFILL_GAP,
        new SimulatedRun().closed(stalling, 25, 1, 4),
        "c=4: the largest gap",
        "median of 51.1 ms",
        "first token of another request");
    SlotServer chunked = new SlotServer(4, 300, false, 8.3, 10.7, 64);
    assertThat(told(FindingKind.PREFILL_GAP, new SimulatedRun().closed(chunked, 25, 1, 4)))
        .isEmpty();
    assertThat(told(FindingKind.PREFILL_GAP, healthy())).isEmpty();
  }

  @Test
  void stallsThatNoPrefillExplainsAreNotPutDownToIt() {
    // 200 ms of silence in the middle of each answer of one user
    assertThat(
            told(
                FindingKind.PREFILL_GAP,
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
        FindingKind.PROMPT_LENGTH,
        run,
        "Prompts of 2,100 instead of 100 tokens",
        "145 ms to 3.15 s (1.5 s a thousand tokens)",
        "18.5 ms to 18.5 ms");
    assertThat(told(FindingKind.PROMPT_LENGTH, healthy())).isEmpty();
  }

  @Test
  void cachedPromptTokensShowAPrefixCache() {
    assertTold(FindingKind.PREFIX_CACHE, chats(8, s -> s.cached = 40), "40 % of the prompt tokens");
    assertThat(told(FindingKind.PREFIX_CACHE, chats(8, s -> s.cached = 9))).isEmpty();
    assertThat(told(FindingKind.PREFIX_CACHE, chats(8, s -> {}))).isEmpty();
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
        FindingKind.PREFIX_CACHE,
        chats(8, firstSlow).setting("llm.cacheBust", "false"),
        "400 ms for the first to 100 ms");
    assertThat(told(FindingKind.PREFIX_CACHE, chats(8, firstSlow))).isEmpty();
    assertThat(told(FindingKind.PREFIX_CACHE, chats(8, s -> {}).setting("llm.cacheBust", "false")))
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
    assertTold(FindingKind.NEW_CONNECTION, chats(20, slowConnect), "100 ms, on a reused one 60 ms");
    assertThat(told(FindingKind.NEW_CONNECTION, chats(20, s -> s.reused = n[0]++ % 2 == 0)))
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
    assertThat(told(FindingKind.NEW_CONNECTION, run)).isEmpty();
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
        FindingKind.CHAIN_TAIL,
        new SimulatedRun().level("c=1", 1, samples),
        "95.1 s for 1 call, 99 s* for 5 calls and 99.7 s* for 20 calls",
        "5.0 %, 23 % and 64 %");
    assertThat(told(FindingKind.CHAIN_TAIL, chats(19, s -> {}))).isEmpty();
  }
}
