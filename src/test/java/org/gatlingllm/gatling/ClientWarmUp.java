package org.gatlingllm.gatling;

import java.time.Duration;
import java.util.List;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.TokenCounts;

/**
 * A level before all others that warms the client and not the server: its steps ask a server of its
 * own until the JVM has compiled what they need. It is in no number and in no log.
 *
 * <p>Its users come and go, as those of levels do. Users who stay would leave the compiler with a
 * client that never opened a connection, waited for an arrival or ended a user while it was hot:
 * the first measured level would do so, and throw away the code that the warm-up has made.
 *
 * @param journey what its users do
 * @param most the longest it may take
 */
record ClientWarmUp(Journey journey, Duration most) implements LoadProfile {
  /** 800 requests a second in all: a warm client has time left then, which the compilers want. */
  private static final Duration BETWEEN_USERS = Duration.ofMillis(125);

  /** Of a user, one after the other. */
  private static final int REQUESTS = 100;

  /** The load's own prompts may be so long that few requests would be made of them. */
  private static final int PROMPT_TOKENS = 100;

  @Override
  public List<LevelPlan> plans() {
    Level level =
        new Level(
            LevelNames.CLIENT_WARM_UP,
            new Level.Open(1e9 / BETWEEN_USERS.toNanos(), Double.NaN, "constant"),
            1,
            null,
            PROMPT_TOKENS,
            TokenCounts.UNKNOWN,
            false,
            false);
    Budget budget = Budget.lasting(most);
    return List.of(
        new LevelPlan(level, true, budget, Duration.ZERO, Schedule.each(BETWEEN_USERS, budget)));
  }

  /** Whether a user who has had so many answers stays for another. */
  static boolean stays(int answers) {
    return answers < REQUESTS;
  }
}
