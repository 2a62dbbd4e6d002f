package org.gatlingllm.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run.GatlingRequest;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.TokenTimings;
import org.junit.jupiter.api.Test;

final class RunJoinTest {
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final RunHeader HEADER =
      new RunHeader(
          "l",
          "S",
          "3.15.1",
          "17",
          START_MILLIS * 1_000,
          0,
          0,
          new RunHeader.Target("", "", ""),
          Map.of());

  private final List<RequestRecord> streams = new ArrayList<>();
  private final Map<String, List<GatlingRequest>> gatling = new HashMap<>();

  @Test
  void logsThatAgreeWithinTwoMillisecondsAreNotRemarked() {
    ok(100, 250, 400);
    request("c=8", "chat ttft", 98, 252, true);
    request("c=8", "chat decode", 251, 399, true);
    // an answer of one token has no second phase
    ok(500, 600);
    request("c=8", "chat ttft", 500, 600, true);
    assertThat(remarks()).isEmpty();
  }

  @Test
  void streamThatGatlingLacksIsCountedByPhase() {
    ok(100, 250, 400);
    ok(110, 260, 410);
    request("c=8", "chat ttft", 100, 250, true);
    assertThat(remarks())
        .containsExactly(
            "simulation.log: level \"c=8\" lacks \"chat decode\" of 2 streams within 2 ms",
            "simulation.log: level \"c=8\" lacks \"chat ttft\" of 1 stream within 2 ms");
  }

  @Test
  void requestThatStreamsLackIsCounted() {
    request("c=8", "chat ttft", 100, 250, true);
    assertThat(remarks())
        .containsExactly(
            "streams.jsonl: level \"c=8\" lacks the streams of 1 request \"chat ttft\" within 2"
                + " ms");
  }

  @Test
  void requestThreeMillisecondsAwayIsAnotherOne() {
    ok(100, 250);
    request("c=8", "chat ttft", 100, 253, true);
    assertThat(remarks()).hasSize(2);
  }

  @Test
  void warmUpIsInNeitherSide() {
    streams.add(warmUp(100, 250, 400));
    assertThat(remarks()).isEmpty();
  }

  @Test
  void cancelledStreamMayBeInGatlingsLogOrNot() {
    add(Outcome.CANCELLED, 600, 100, 250, 400);
    add(Outcome.CANCELLED, 600, 100, 250, 400);
    request("c=8", "chat ttft", 100, 250, true);
    request("c=8", "chat decode", 250, 600, false);
    assertThat(remarks()).isEmpty();
  }

  @Test
  void failureEndsItsPhaseWhenItCame() {
    add(Outcome.TIMEOUT, 900, 100);
    request("c=8", "chat ttft", 100, 900, false);
    add(Outcome.TRUNCATED, 900, 200, 300, 400);
    request("c=8", "chat ttft", 200, 300, true);
    request("c=8", "chat decode", 300, 900, false);
    add(Outcome.TRUNCATED, 950, 210, 310);
    request("c=8", "chat ttft", 210, 310, true);
    request("c=8", "chat decode", 310, 950, false);
    assertThat(remarks()).isEmpty();
  }

  @Test
  void failedCheckBelongsToTheLastPhaseThatTheStreamHas() {
    add(Outcome.CHECK, 260, 100, 250);
    request("c=8", "chat ttft", 100, 250, false);
    add(Outcome.CHECK, 410, 100, 250, 400);
    request("c=8", "chat ttft", 100, 250, true);
    request("c=8", "chat decode", 250, 400, false);
    assertThat(remarks()).isEmpty();
  }

  @Test
  void answerWithoutATokenHasARequestOfItsOwnName() {
    add(Outcome.OK, 300, 100);
    request("c=8", "chat empty", 100, 300, true);
    assertThat(remarks()).isEmpty();
    streams.clear();
    assertThat(remarks())
        .containsExactly(
            "streams.jsonl: level \"c=8\" lacks the streams of 1 request \"chat empty\" within 2"
                + " ms");
  }

  @Test
  void failuresOfOneLogThatTheOtherDoesNotTellAreRemarked() {
    ok(100, 250);
    request("c=8", "chat ttft", 100, 250, false);
    assertThat(remarks())
        .containsExactly("level \"c=8\": 0 streams failed by streams.jsonl, 1 by simulation.log");
  }

  @Test
  void verdictsAndForeignRequestsOutsideOfLevelsAreNotRemarked() {
    request("SLO", "ttft p95 < 200 ms", 1, 2, false);
    request("SLO", "p95 ttft", 1, 2, false);
    request("REGRESSION", "c=8: ttft", 1, 2, false);
    request("", "login", 1, 2, true);
    assertThat(remarks()).isEmpty();
  }

  @Test
  void streamsOfAGroupThatIsNoLevelAreRemarked() {
    request("warm", "chat ttft", 1, 2, true);
    request("", "chat ttft", 1, 2, true);
    assertThat(remarks())
        .containsExactly(
            "simulation.log: 1 request of streams in no group, which is no level of streams.jsonl",
            "simulation.log: 1 request of streams in the group \"warm\", which is no level of"
                + " streams.jsonl");
  }

  @Test
  void otherRequestsInALevelAreNamed() {
    request("c=8", "login", 1, 2, true);
    assertThat(remarks())
        .containsExactly(
            "simulation.log: the group \"c=8\" holds requests that are no streams: login");
  }

  @Test
  void manyStreamsOfOneMillisecondFindTheirRequestsWhateverTheOrder() {
    // each end is off by up to 2 ms, so the nearest record is often another stream's
    SplittableRandom random = new SplittableRandom(7);
    List<long[]> ends = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      long end = 200 + random.nextLong(300);
      ok(100, end);
      ends.add(new long[] {100 + random.nextLong(-2, 3), end + random.nextLong(-2, 3)});
    }
    while (!ends.isEmpty()) {
      long[] times = ends.remove(random.nextInt(ends.size()));
      request("c=8", "chat ttft", times[0], times[1], true);
    }
    assertThat(remarks()).isEmpty();
  }

  private void ok(long sentMillis, long... arrivalMillis) {
    long closed = arrivalMillis[arrivalMillis.length - 1] + 1;
    add(Outcome.OK, closed, sentMillis, arrivalMillis);
  }

  private void add(Outcome outcome, long closedMillis, long sentMillis, long... arrivalMillis) {
    streams.add(stream(outcome, closedMillis, sentMillis, arrivalMillis));
  }

  private RequestRecord warmUp(long sentMillis, long... arrivalMillis) {
    RequestRecord record = stream(Outcome.OK, 1_000, sentMillis, arrivalMillis);
    return new RequestRecord(
        new RequestRecord.Id(0, "c=8", "c=8", "chat", 1, true),
        record.timings(),
        record.tokens(),
        record.ending(),
        record.connection(),
        record.server());
  }

  private RequestRecord stream(
      Outcome outcome, long closedMillis, long sentMillis, long... arrivalMillis) {
    long[] arrivals = new long[arrivalMillis.length];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = arrivalMillis[i] * 1_000_000;
    }
    TokenTimings.Request request =
        new TokenTimings.Request(
            sentMillis * 1_000_000,
            sentMillis * 1_000_000,
            TokenTimings.ABSENT,
            closedMillis * 1_000_000);
    return StreamLogSamples.record(
        streams.size(),
        TokenTimings.of(request, TokenTimings.ABSENT, arrivals, null),
        new RequestRecord.Ending(outcome, 200, null, null, null, -1));
  }

  private void request(String group, String name, long startMillis, long endMillis, boolean ok) {
    gatling
        .computeIfAbsent(group, any -> new ArrayList<>())
        .add(
            new GatlingRequest(
                name, START_MILLIS + startMillis, START_MILLIS + endMillis, ok, ok ? "" : "no"));
  }

  private List<String> remarks() {
    StreamLog log =
        new StreamLog(
            HEADER,
            List.of(StreamLogSamples.CLOSED),
            streams,
            Map.of(),
            List.of(),
            true,
            List.of());
    return RunJoin.remarks(log, gatling);
  }
}
