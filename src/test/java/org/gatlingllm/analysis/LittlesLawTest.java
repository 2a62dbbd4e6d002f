package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gatlingllm.analysis.Sample.failed;
import static org.gatlingllm.analysis.Sample.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run.GatlingLog;
import org.gatlingllm.metric.Run.GatlingRequest;
import org.junit.jupiter.api.Test;

final class LittlesLawTest {
  private static LittlesLaw only(SimulatedRun run) {
    return run.analysis().levels().get(0).littlesLaw();
  }

  @Test
  void everyTermFollowsItsFormula() {
    LittlesLaw law =
        only(new SimulatedRun().level("c=2", 2, stream(1, 0, 100, 300), stream(2, 100, 200, 400)));
    assertThat(law.arrivalRatePerSecond()).isEqualTo(2 / 0.4);
    assertThat(law.meanResidenceSeconds()).isCloseTo(0.3, within(1e-12));
    assertThat(law.expectedInFlight()).isCloseTo(1.5, within(1e-12));
    // Gatling cuts each mark down to its millisecond
    assertThat(law.observedInFlight()).isCloseTo(1.5, within(0.01));
    assertThat(law.judged()).isTrue();
    assertThat(law.broken()).isFalse();
  }

  @Test
  void lawHoldsOnEveryServerAtEveryLoad() {
    for (SlotServer server : List.of(SlotServer.one(), SlotServer.four(), SlotServer.wide())) {
      RunAnalysis analysis =
          new SimulatedRun().closed(server, 24, 1, 2, 4, 8).poisson(server, 0.7, 24, 3).analysis();
      for (LevelSummary level : analysis.levels()) {
        LittlesLaw law = level.littlesLaw();
        assertThat(law.judged()).isTrue();
        assertThat(law.relativeError()).as("%s on %s", law, server).isLessThan(0.01);
        assertThat(level.suspect()).isEmpty();
      }
    }
  }

  @Test
  void failedStreamsAreInFlightToo() {
    LittlesLaw law =
        only(
            new SimulatedRun()
                .level("c=1", 1, stream(1, 0, 200), failed(1, 200, 1200, Outcome.TIMEOUT, 200)));
    assertThat(law.expectedInFlight()).isCloseTo(1, within(1e-9));
    assertThat(law.observedInFlight()).isCloseTo(1, within(0.01));
  }

  @Test
  void lawIsBrokenWhereGatlingSawMoreThanOurRecords() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 24, 2);
    run.gatling(log -> twice(log == null ? new GatlingLog(true, Map.of()) : log));
    LevelSummary level = run.analysis().levels().get(0);
    assertThat(level.littlesLaw().broken()).isTrue();
    assertThat(level.littlesLaw().relativeError()).isCloseTo(1, within(0.01));
    assertThat(level.suspect()).hasSize(2);
    assertThat(level.suspect().get(0)).contains("24 streams more");
    assertThat(level.suspect().get(1)).contains("Little's law");
  }

  @Test
  void otherRequestsOfTheGroupAreNotStreams() {
    SimulatedRun run = new SimulatedRun().level("c=1", 1, stream(1, 0, 100, 300));
    run.gatling(
        log -> {
          List<GatlingRequest> group =
              new ArrayList<>(
                  log == null ? List.of() : log.requests().getOrDefault("c=1", List.of()));
          GatlingRequest first = group.get(0);
          group.add(
              new GatlingRequest("login", first.startMillis(), first.endMillis() + 200, true, ""));
          return new GatlingLog(true, Map.of("c=1", group));
        });
    assertThat(only(run).observedInFlight()).isCloseTo(1, within(0.01));
  }

  @Test
  void lawIsNotJudgedWithoutAWholeLog() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 8, 2);
    run.gatling(log -> null);
    assertThat(only(run).judged()).isFalse();
    assertThat(only(run).observedInFlight()).isNaN();
    run.gatling(log -> new GatlingLog(false, Map.of()));
    assertThat(only(run).judged()).isFalse();
    run.gatling(log -> new GatlingLog(true, Map.of()));
    assertThat(only(run).judged()).as("a log that lacks the level").isFalse();
  }

  @Test
  void lawIsNotJudgedWhereUsersPauseOrStreamsAreShort() {
    LittlesLaw fleeting = only(new SimulatedRun().level("c=1", 1, stream(1, 0, 50, 99)));
    assertThat(fleeting.judged()).isFalse();
    Level paced = new Level("c=1", new Level.Closed(1), 1, null, -1, -1, false, /* paced= */ true);
    LittlesLaw pausing =
        only(new SimulatedRun().add(paced, List.of(stream(1, 0, 100, 500).record())));
    assertThat(pausing.judged()).isFalse();
  }

  @Test
  void toleranceGrowsWhereMillisecondsAreCoarse() {
    assertThat(only(new SimulatedRun().level("c=1", 1, stream(1, 0, 500))).tolerance())
        .isEqualTo(0.05);
    // one stream of 20 ms: two records and two edges, up to 2 ms each
    assertThat(only(new SimulatedRun().level("c=1", 1, stream(1, 0, 20))).tolerance())
        .isCloseTo(0.2, within(1e-9));
  }

  @Test
  void silenceAfterTheLastTokenIsAllowedForAndEmptyAnswersAreInFlight() {
    SimulatedRun run =
        new SimulatedRun()
            .level(
                "c=1",
                1,
                stream(1, 0, 100, 300).closedAt(400),
                stream(1, 400, 700, 1000),
                stream(1, 1000).closedAt(1500));
    // 100 ms of 1,500 ms are no part of a phase
    assertThat(only(run).tolerance()).isCloseTo(0.05 + 0.1 / 1.5, within(1e-9));
    assertThat(only(run).relativeError()).isCloseTo(0.1 / 1.5, within(0.01));
    assertThat(only(run).broken()).isFalse();
  }

  @Test
  void requestsThatGatlingWasToldToKeepSilentAreNotJudged() {
    SimulatedRun run = new SimulatedRun().level("c=1", 1, stream(1, 0, 100, 300));
    run.each(r -> renamed(r, "silent"));
    assertThat(only(run).judged()).isFalse();
  }

  private static RequestRecord renamed(RequestRecord r, String request) {
    RequestRecord.Id id = r.id();
    return new RequestRecord(
        new RequestRecord.Id(
            id.ordinal(), id.level(), id.scenario(), request, id.user(), id.warmUp()),
        r.timings(),
        r.tokens(),
        r.ending(),
        r.connection(),
        r.server());
  }

  private static GatlingLog twice(GatlingLog log) {
    List<GatlingRequest> group = new ArrayList<>(log.requests().getOrDefault("c=2", List.of()));
    group.addAll(List.copyOf(group));
    return new GatlingLog(true, Map.of("c=2", group));
  }
}
