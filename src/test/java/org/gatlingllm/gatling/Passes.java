package org.gatlingllm.gatling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gatlingllm.metric.Level;
import org.jspecify.annotations.Nullable;

/**
 * How often, on which servers and in which order the levels of a run are run. All levels run once
 * before the first of them runs again, and two servers take turns within each level, the first of
 * them changing with each pass (A B, B A, A B, …): whatever drifts meanwhile, machine or server,
 * spreads over all repeats and over both servers.
 *
 * @param count passes through all measured levels, at least 1
 * @param compared whether each level runs on two servers
 */
public record Passes(int count, boolean compared) {
  /** The server that is judged where a run has two. */
  static final String CANDIDATE = "a";

  /** The server that it is compared with. */
  static final String REFERENCE = "b";

  /** Each level once, on one server. */
  public static final Passes ONCE = new Passes(1, false);

  /** Checks the count. */
  public Passes {
    if (count < 1) {
      throw new IllegalArgumentException("a run must have at least 1 pass, found " + count);
    }
  }

  /** A level in its place in the run. */
  record Turn(LoadProfile profile, LevelPlan plan) {}

  /**
   * All levels in the order in which they run. Warm-up belongs to the first pass, once a server; of
   * the client, once in all.
   */
  List<Turn> turns(List<LoadProfile> profiles) {
    List<Turn> turns = new ArrayList<>();
    for (int pass = 1; pass <= count; pass++) {
      for (LoadProfile profile : profiles) {
        for (LevelPlan plan : profile.plans()) {
          addTurns(plan, pass, turned -> turns.add(new Turn(profile, turned)));
        }
      }
    }
    return turns;
  }

  private void addTurns(LevelPlan plan, int pass, Consumer<LevelPlan> add) {
    if (plan.warmUp() && pass > 1) {
      return;
    }
    if (!compared || plan.ofClient()) {
      add.accept(placed(plan, pass, null));
      return;
    }
    for (String target : order(pass)) {
      add.accept(placed(plan, pass, target));
    }
  }

  private static List<String> order(int pass) {
    return pass % 2 == 1 ? List.of(CANDIDATE, REFERENCE) : List.of(REFERENCE, CANDIDATE);
  }

  private LevelPlan placed(LevelPlan plan, int pass, @Nullable String target) {
    boolean numbered = !plan.warmUp() && (count > 1 || compared);
    String name = LevelNames.placed(plan.name(), numbered ? pass : 0, target);
    Level level = plan.level();
    return plan.of(
        new Level(
            name,
            level.load(),
            pass,
            target,
            level.promptTokens(),
            level.maxTokens(),
            level.exactLength(),
            level.paced()));
  }
}
