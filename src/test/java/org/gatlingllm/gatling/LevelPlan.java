package org.gatlingllm.gatling;

import java.time.Duration;
import java.util.Optional;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.TokenCounts;

/**
 * What a level is going to do.
 *
 * @param level what is asked for
 * @param warmUp whether it only warms client and server: in no number
 * @param budget when it ends
 * @param pause between the iterations of a closed level's user
 * @param schedule of an open level's requests; {@link Schedule#NONE} of a closed one
 */
record LevelPlan(Level level, boolean warmUp, Budget budget, Duration pause, Schedule schedule) {

  LevelPlan(Level level, boolean warmUp, Budget budget, Duration pause) {
    this(level, warmUp, budget, pause, Schedule.NONE);
  }

  /** The plan of a scenario that another injection than ours drives. */
  static LevelPlan ofScenario(String scenario) {
    Level level =
        new Level(
            scenario,
            new Level.Open(Double.NaN, Double.NaN, "gatling"),
            1,
            null,
            TokenCounts.UNKNOWN,
            TokenCounts.UNKNOWN,
            false,
            true);
    return new LevelPlan(level, false, new Budget(0, Optional.empty()), Duration.ZERO);
  }

  /** The same budget and arrivals for another level. */
  LevelPlan of(Level other) {
    return new LevelPlan(other, warmUp, budget, pause, schedule);
  }

  /** Whether it warms the client alone: its requests went to another server, and are in no log. */
  boolean ofClient() {
    return warmUp && name().equals(LevelNames.CLIENT_WARM_UP);
  }

  /** The scenario, group and label of the level. */
  String name() {
    return level.name();
  }
}
