package org.gatlingllm.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.gatlingllm.metric.RequestRecord.Id;
import org.junit.jupiter.api.Test;

final class SteadySpanTest {
  private static final long SECOND = 1_000_000_000;

  private final List<RequestRecord> requests = new ArrayList<>();

  /**
   * Two users, the second a second late; each sends one request after the other, of two seconds.
   */
  private SteadySpanTest twoUsers() {
    for (int i = 0; i < 5; i++) {
      request(1, 2 * i, Outcome.OK);
      request(2, 2 * i + 1, Outcome.OK);
    }
    return this;
  }

  private void request(long user, int second, Outcome outcome) {
    request(user, second, outcome, false);
  }

  private void request(long user, int second, Outcome outcome, boolean warmUp) {
    long sent = second * SECOND;
    requests.add(
        new RequestRecord(
            new Id(requests.size(), "c=2", "c=2", "chat", user, warmUp),
            TokenTimings.withoutTokens(
                new TokenTimings.Request(sent, sent, sent, sent + 2 * SECOND)),
            TokenCounts.NONE,
            new Ending(outcome, 200, "", null, null, -1),
            new Connection(true, 1),
            ServerTimings.NONE));
  }

  @Test
  void rampAndDrainAreCut() {
    assertThat(SteadySpan.of(twoUsers().requests, 2)).contains(new SteadySpan(SECOND, 9 * SECOND));
    // ends at 2, 3, … 9 of 8 s
    assertThat(SteadySpan.requestRate(requests, 2)).isCloseTo(1, within(1e-9));
  }

  @Test
  void onlyRequestsThatEndedOkAreInTheRate() {
    twoUsers();
    for (Outcome outcome : List.of(Outcome.CHECK, Outcome.TRUNCATED, Outcome.HTTP_STATUS)) {
      request(1, 5, outcome);
    }
    assertThat(SteadySpan.requestRate(requests, 2)).isCloseTo(1, within(1e-9));
    request(1, 5, Outcome.OK);
    assertThat(SteadySpan.requestRate(requests, 2)).isCloseTo(9.0 / 8, within(1e-9));
  }

  @Test
  void warmUpAndCancelledRequestsDoNotStretchTheSpan() {
    twoUsers();
    request(3, -20, Outcome.OK, true);
    request(2, 40, Outcome.CANCELLED);
    assertThat(SteadySpan.requestRate(requests, 2)).isCloseTo(1, within(1e-9));
  }

  @Test
  void levelThatNeverHadAllItsUsersHasNoRate() {
    assertThat(SteadySpan.of(twoUsers().requests, 3)).isEmpty();
    assertThat(SteadySpan.requestRate(requests, 3)).isNaN();
    assertThat(SteadySpan.requestRate(List.of(), 1)).isNaN();
  }
}
