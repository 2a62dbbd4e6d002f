package org.gatlingllm.gatling;

import java.time.Duration;
import java.util.List;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.TokenCounts;

/**
 * A level before all others that warms the client and not the server: its steps ask a server of its
 * own, as fast as they can, until the JVM has compiled what they need. It is in no number and in no
 * log.
 *
 * <p>Its users come and go, as those of levels do. Users who stay would leave the compiler with a
 * client that never opened a connection, waited for an arrival or ended a user while it was hot:
 * the first measured level would do so, and throw away the code that the warm-up has made.
 *
 * @param journey what its users do
 * @param most the longest it may take
 */
record ClientWarmUp(Journey journey, Duration most) implements LoadProfile {
  private static final int USERS = 8;
  private static final Duration VISIT = Duration.ofSeconds(1);
  private static final Duration BETWEEN_USERS = VISIT.dividedBy(USERS);

  @Override
  public List<LevelPlan> plans() {
    Level level =
        new Level(
            LevelNames.CLIENT_WARM_UP,
            new Level.Open((double) USERS / VISIT.toSeconds(), Double.NaN, "constant"),
            1,
            null,
            TokenCounts.UNKNOWN,
            TokenCounts.UNKNOWN,
            false,
            false);
    Budget budget = Budget.lasting(most).orWhen(CompilerRest.ofThisJvm());
    return List.of(
        new LevelPlan(level, true, budget, Duration.ZERO, Schedule.each(BETWEEN_USERS, budget)));
  }

  /** Whether a user who was due then stays for another request. */
  static boolean stays(long dueNanos, long nowNanos) {
    return nowNanos - dueNanos < VISIT.toNanos();
  }
}
