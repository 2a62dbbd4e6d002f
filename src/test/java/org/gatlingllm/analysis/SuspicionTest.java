package org.gatlingllm.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Level.Closed;
import org.gatlingllm.metric.Run.GatlingLog;
import org.gatlingllm.metric.Run.GatlingRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SuspicionTest {
  private static final long MS = Sample.MILLI;

  private static ClientHealth health(double lagP50Millis, double lagP99Millis) {
    return new ClientHealth(
        Math.round(lagP50Millis * MS),
        Math.round(lagP99Millis * MS),
        Math.round(lagP99Millis * MS * 2),
        0,
        0,
        0.3,
        0.5,
        0,
        1e7,
        0);
  }

  private static ClientHealth starved(double machineShare, double stealShare, long gcMillis) {
    return new ClientHealth(
        MS / 10, 3 * MS, 20 * MS, gcMillis * MS, 5, 0.3, machineShare, stealShare, 1e7, 0);
  }

  private static List<String> suspect(SimulatedRun run) {
    return run.analysis().levels().get(0).suspect();
  }

  /** Users of 200 ms streams that wait so long before each next request. */
  private static SimulatedRun pausing(double pause, double residence, boolean paced) {
    List<Sample> samples = new ArrayList<>();
    for (int user = 1; user <= 4; user++) {
      for (int i = 0; i < 6; i++) {
        double sent = i * (residence + pause) + 0.1 * user;
        samples.add(Sample.stream(user, sent, sent + residence / 2, sent + residence));
      }
    }
    Level level = new Level("c=4", new Closed(4), 1, null, -1, -1, false, paced);
    return new SimulatedRun().add(level, samples.stream().map(s -> s.in("c=4").record()).toList());
  }

  /** Streams whose gaps are 20 ms, or one of 39.5 ms and one of 0.5 ms. */
  private static SimulatedRun gaps(boolean bursts) {
    double[] arrivals = new double[64];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = 200 + 20 * i + (bursts && i % 2 == 1 ? 19.5 : 0);
    }
    return new SimulatedRun().level("c=1", 1, Sample.stream(1, 0, arrivals));
  }

  @Test
  void levelThatLacksStreamsOfGatlingsLogIsSuspect() {
    SimulatedRun lossy = gaps(false).gatling(log -> withAnother(log, "c=1"));

    assertThat(suspect(gaps(false))).isEmpty();
    assertThat(suspect(lossy))
        .singleElement()
        .asString()
        .startsWith("Gatling's log has 1 streams more than streams.jsonl");
    assertThat(lossy.run().lostStreams()).isEqualTo(1);
  }

  @Test
  void streamsOfALevelThatIsGoneAreLostToo() {
    SimulatedRun lossy = gaps(false).gatling(log -> withAnother(log, "c=2"));

    assertThat(lossy.run().lostStreams()).isEqualTo(1);
    assertThat(gaps(false).run().lostStreams()).isZero();
    assertThat(gaps(false).gatling(log -> withAnother(log, "REGRESSION")).run().lostStreams())
        .as("of a verdict on a ttft")
        .isZero();
    assertThat(gaps(false).gatling(log -> cut(withAnother(log, "c=2"))).run().lostStreams())
        .as("while the log is not complete")
        .isZero();
  }

  private static GatlingLog withAnother(@Nullable GatlingLog log, String level) {
    Map<String, List<GatlingRequest>> requests = new HashMap<>(requireNonNull(log).requests());
    List<GatlingRequest> more = new ArrayList<>(requests.getOrDefault(level, List.of()));
    more.add(new GatlingRequest("chat ttft", 0, 10, true, ""));
    more.add(new GatlingRequest("chat decode", 10, 20, true, ""));
    requests.put(level, more);
    return new GatlingLog(true, requests);
  }

  private static GatlingLog cut(GatlingLog log) {
    return new GatlingLog(false, log.requests());
  }

  @Test
  void healthyClientIsNeverSuspect() {
    for (SlotServer server : List.of(SlotServer.one(), SlotServer.four(), SlotServer.wide())) {
      SimulatedRun run = new SimulatedRun().closed(server, 24, 1, 2, 8);
      for (int users : new int[] {1, 2, 8}) {
        run.client("c=" + users, health(0.1, 3));
      }
      assertThat(run.analysis().levels()).allMatch(level -> level.suspect().isEmpty());
    }
  }

  @Test
  void serverWithoutDelaysMakesNoHealthyClientSuspect() {
    // streams of 2 ms: a turn of 0.2 ms is a tenth of them, and users meet by chance
    SlotServer fast = new SlotServer(1000, 0.2, false, 0.02, 0, 64);
    SimulatedRun run = new SimulatedRun().closed(fast, 24, 1, 8);
    run.client("c=1", health(0.1, 4)).client("c=8", health(0.1, 4));
    assertThat(run.analysis().levels()).allMatch(level -> level.suspect().isEmpty());
  }

  @Test
  void usersThatAreNotHeldAreTold() {
    assertThat(suspect(pausing(20, 200, false)))
        .singleElement()
        .asString()
        .contains("held 3.6", "of its 4 users");
    assertThat(suspect(pausing(2, 200, false))).isEmpty();
  }

  @Test
  void usersWhoPauseAreNotExpectedToBeHeld() {
    assertThat(suspect(pausing(20, 200, true))).isEmpty();
  }

  @Test
  void shortStreamsAreNotJudgedByTheirPauses() {
    assertThat(suspect(pausing(5, 50, false))).isEmpty();
  }

  @Test
  void levelThatNeverReachedItsUsersIsSuspect() {
    Sample one = Sample.stream(1, 0, 150, 300);
    Sample two = Sample.stream(2, 300, 450, 600);
    assertThat(suspect(new SimulatedRun().level("c=2", 2, one, two)))
        .singleElement()
        .asString()
        .contains("never held its 2 users", "at most 1", "more cores");
    assertThat(suspect(new SimulatedRun().closed(SlotServer.one(), 3, 8)))
        .singleElement()
        .asString()
        .contains("only 3 requests");
  }

  @Test
  void lateEventLoopsMakeALevelSuspect() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 8, 1);
    // TTFT p50 is 145 ms: up to 14.5 ms of lag are allowed
    assertThat(suspect(run.client("c=1", health(0.1, 14)))).isEmpty();
    assertThat(suspect(run.client("c=1", health(0.1, 20))))
        .singleElement()
        .asString()
        .contains("lag p99 20 ms", "allowed 14.5 ms");
  }

  @Test
  void onePauseInAShortLevelIsNoLateEventLoop() {
    SimulatedRun shortLevel = new SimulatedRun().level("c=1", 1, Sample.stream(1, 0, 100, 500));
    assertThat(suspect(shortLevel.client("c=1", health(0.1, 50)))).isEmpty();
    assertThat(suspect(shortLevel.client("c=1", health(15, 50))))
        .singleElement()
        .asString()
        .contains("lag p50 15 ms");
  }

  @Test
  void burstsAreTheClientsOnlyWhenItIsShortOfCpu() {
    assertThat(suspect(gaps(true).client("c=1", starved(0.6, 0, 0)))).isEmpty();
    assertThat(suspect(gaps(false).client("c=1", starved(1, 0, 0)))).isEmpty();
    assertThat(suspect(gaps(true).client("c=1", starved(1, 0, 0))))
        .singleElement()
        .asString()
        .contains("in bursts", "short of CPU (100 % used");
    assertThat(suspect(gaps(true).client("c=1", starved(0.6, 0.3, 0))))
        .singleElement()
        .asString()
        .contains("hypervisor");
  }

  @Test
  void garbageCollectionIsNamedAsTheCause() {
    ClientHealth collecting =
        new ClientHealth(MS, 40 * MS, 90 * MS, 2000 * MS, 99, 0.3, 0.5, 0, 1e7, 0);
    assertThat(suspect(new SimulatedRun().closed(SlotServer.one(), 8, 1).client("c=1", collecting)))
        .singleElement()
        .asString()
        .contains("garbage collection", "-Xmx");
  }

  @Test
  void unobservedClientIsNotAccused() {
    assertThat(suspect(gaps(true))).isEmpty();
    ClientHealth unknown =
        new ClientHealth(0, 0, 0, 0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);
    assertThat(suspect(gaps(true).client("c=1", unknown))).isEmpty();
  }
}
