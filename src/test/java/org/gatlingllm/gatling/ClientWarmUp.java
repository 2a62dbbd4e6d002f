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
 * @param journey what its users do
 * @param most the longest it may take
 */
record ClientWarmUp(Journey journey, Duration most) implements LoadProfile {
  private static final int USERS = 8;

  @Override
  public List<LevelPlan> plans() {
    Level level =
        new Level(
            LevelNames.CLIENT_WARM_UP,
            new Level.Closed(USERS),
            1,
            null,
            TokenCounts.UNKNOWN,
            TokenCounts.UNKNOWN,
            false,
            false);
    Budget budget = Budget.lasting(most).orWhen(CompilerRest.ofThisJvm());
    return List.of(new LevelPlan(level, true, budget, Duration.ZERO));
  }
}
