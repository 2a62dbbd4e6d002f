package org.gatlingllm.gatling;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.gatlingllm.metric.RequestRecord.Id;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.junit.jupiter.api.Test;

final class ClosedPeakTest {
  private static final long SECOND = 1_000_000_000;

  private final LoadProfile closed = profile(100);

  private static ClosedProfile profile(int promptTokens) {
    return LlmDsl.closed(exec(session -> session)).requests(9).promptTokens(List.of(promptTokens));
  }

  private List<LevelRun> levels(Passes passes) {
    return passes.turns(List.of(closed)).stream().map(turn -> new LevelRun(turn.plan())).toList();
  }

  /** Nine requests of one user, each of so many seconds. */
  private static void served(LevelRun level, double seconds, Outcome outcome) {
    for (int i = 0; i < 9; i++) {
      long sent = Math.round(i * seconds * SECOND);
      level.ended(
          new RequestRecord(
              new Id(i, level.level().name(), level.level().name(), "chat", 1, false),
              TokenTimings.withoutTokens(
                  new TokenTimings.Request(sent, sent, sent, sent + Math.round(seconds * SECOND))),
              TokenCounts.NONE,
              new Ending(outcome, 200, "", null, null, -1),
              new Connection(true, 1),
              ServerTimings.NONE));
    }
  }

  private static ClosedPeak prepared(List<LevelRun> levels, int of) {
    ClosedPeak peak = ClosedPeak.of(levels.get(of).level(), levels);
    peak.prepare("rate=90%");
    return peak;
  }

  @Test
  void bothServersGetThePeakOfTheReference() {
    List<LevelRun> levels = levels(new Passes(1, true));
    assertThat(levels).extracting(l -> l.level().target()).containsExactly("a", "b");
    ClosedPeak ofCandidate = prepared(levels, 0);
    ClosedPeak ofReference = prepared(levels, 1);
    served(levels.get(0), 4, Outcome.OK);
    served(levels.get(1), 2, Outcome.OK);
    assertThat(ofCandidate.requestsPerSecond()).isCloseTo(0.5, within(1e-9));
    assertThat(ofReference.requestsPerSecond()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void allPassesGetThePeakOfTheFirst() {
    List<LevelRun> levels = levels(new Passes(2, false));
    ClosedPeak ofSecond = prepared(levels, 1);
    served(levels.get(0), 2, Outcome.OK);
    served(levels.get(1), 1, Outcome.OK);
    assertThat(ofSecond.requestsPerSecond()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void answersThatACheckRefusedAreNoThroughput() {
    List<LevelRun> levels = levels(Passes.ONCE);
    ClosedPeak peak = prepared(levels, 0);
    served(levels.get(0), 2, Outcome.CHECK);
    assertThat(peak.requestsPerSecond()).isZero();
  }

  @Test
  void closedLevelOfAnotherPromptLengthIsNoPeak() {
    LevelRun other = new LevelRun(profile(16).plans().get(0));
    assertThat(ClosedPeak.of(closed.plans().get(0).level(), List.of(other)).levels()).isEmpty();
  }
}
