package org.gatlingllm.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.core.controller.inject.open.OpenInjectionStep;
import io.gatling.core.controller.inject.open.OpenInjectionSupport;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.gatlingllm.metric.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Load profiles in a row: a level begins when all users of the one before are done. Each level is a
 * scenario of its own, and a group of the same name round each iteration.
 */
public final class Load {
  private static final Logger LOGGER = LoggerFactory.getLogger(Load.class);
  private static final String LOOP = "llmIteration";

  /**
   * How long before its arrival Gatling starts a user, who waits for it by itself ({@link
   * EnterLevel}): several times what Gatling takes for two seconds of 2,000 users each.
   */
  private static final Duration AHEAD = Duration.ofMillis(250);

  /** Gatling builds each level inside of the one before: of a thousand its stack overflows. */
  private static final int MOST_LEVELS = 500;

  private final List<LevelRun> levels = new ArrayList<>();
  private final List<PopulationBuilder> populations = new ArrayList<>();

  /** Of each open load that is a share of a peak, its rate in requests per second. */
  private final Map<String, Double> rates = new ConcurrentHashMap<>();

  private Load() {}

  /**
   * Puts profiles in a row, each level once on one server.
   *
   * @throws IllegalArgumentException as {@link #of(Passes, LoadProfile...)} does
   */
  public static Load of(LoadProfile... profiles) {
    return of(Passes.ONCE, profiles);
  }

  /**
   * Puts profiles in a row, as often and on as many servers as said.
   *
   * @throws IllegalArgumentException when there is no level at all or more than 500, two levels
   *     have one name, or a rate is a share of a closed peak and no closed level of its prompt
   *     length that can tell one comes before it
   */
  public static Load of(Passes passes, LoadProfile... profiles) {
    Load load = new Load();
    checkCount(passes.count());
    List<Passes.Turn> turns = passes.turns(List.of(profiles));
    checkCount(turns.size());
    turns.forEach(load::add);
    if (load.levels.stream().allMatch(level -> level.plan().warmUp())) {
      throw new IllegalArgumentException(
          "nothing to do: expected at least one closed or open level, found none; set"
              + " llm.closed.concurrency or llm.open.rates");
    }
    return load;
  }

  private static void checkCount(int levels) {
    if (levels > MOST_LEVELS) {
      throw new IllegalArgumentException(
          "cannot run so many levels: expected at most "
              + MOST_LEVELS
              + ", found "
              + levels
              + " or more; lower llm.repeats, or give fewer loads or prompt lengths");
    }
  }

  /** What {@code setUp} takes. */
  public PopulationBuilder population() {
    PopulationBuilder rest = populations.get(populations.size() - 1);
    for (int i = populations.size() - 2; i >= 0; i--) {
      rest = populations.get(i).andThen(rest);
    }
    return rest;
  }

  /** The levels that are measured, as they are asked for: what objectives are judged on. */
  public List<Level> measured() {
    return levels.stream().filter(l -> !l.plan().warmUp()).map(LevelRun::level).toList();
  }

  /**
   * Gives shares of a closed peak these rates, whatever the peak of this run will be: those of the
   * run that it is compared with.
   *
   * @param requestsPerSecond by {@link Level#loadName}
   */
  public void at(Map<String, Double> requestsPerSecond) {
    rates.putAll(requestsPerSecond);
  }

  /**
   * Adds a last step after all levels: it judges the run so far and writes each verdict as a
   * response into Gatling's log, in the group {@code SLO} or {@code REGRESSION}.
   *
   * @param judge from Gatling's run folder to the verdicts; runs on a thread of its own
   */
  public void judgedBy(Function<Path, List<GateResponse>> judge) {
    populations.add(
        scenario(Verdicts.SCENARIO).exec(new Verdicts(judge)).injectOpen(atOnceUsers(1)));
  }

  /**
   * How far a run is.
   *
   * @param number of the level that runs, from 1
   * @param levels in all
   * @param name of the level
   * @param done requests that have ended
   * @param failed of them
   * @param asked requests that the level will have, or 0 where that is not known
   * @param secondsLeft until its end at its pace so far, or NaN
   */
  public record Progress(
      int number, int levels, String name, int done, int failed, int asked, double secondsLeft) {}

  /** How far the run is; empty before its first level. */
  public Optional<Progress> progress() {
    for (int i = levels.size() - 1; i >= 0; i--) {
      LevelRun level = levels.get(i);
      if (level.begun()) {
        return Optional.of(
            new Progress(
                i + 1,
                levels.size(),
                level.plan().name(),
                level.endedCount(),
                level.failedCount(),
                level.plan().budget().requests(),
                level.secondsLeft(System.nanoTime())));
      }
    }
    return Optional.empty();
  }

  private void add(Passes.Turn turn) {
    LevelRun level = new LevelRun(turn.plan());
    checkName(level);
    populations.add(population(level, turn.profile()));
    levels.add(level);
  }

  private void checkName(LevelRun level) {
    Set<String> names = new HashSet<>();
    levels.forEach(l -> names.add(l.plan().name()));
    if (names.contains(level.plan().name())) {
      throw new IllegalArgumentException(
          "two levels are named '" + level.plan().name() + "': give each load once");
    }
  }

  private PopulationBuilder population(LevelRun level, LoadProfile profile) {
    ChainBuilder iteration = iteration(level, profile.journey());
    if (profile instanceof ClosedProfile) {
      return closedLevel(level, iteration);
    }
    return profile instanceof ClientWarmUp
        ? openLevel(level, loop(iteration, user -> visits(level, user)), atRest(level))
        : openLevel(level, iteration, () -> false);
  }

  private PopulationBuilder closedLevel(LevelRun level, ChainBuilder iteration) {
    ChainBuilder paced =
        level.plan().pause().isZero() ? iteration : iteration.pause(level.plan().pause());
    return injected(
        scenario(level.plan().name())
            .exec(new EnterLevel(level))
            .exec(loop(paced, user -> level.take(System.nanoTime()))),
        ArrivalInjection.ofUsers(level.users()));
  }

  /**
   * Not "as soon as possible": Gatling would ask, and so take from the budget, before each action.
   */
  private static ChainBuilder loop(ChainBuilder iteration, Predicate<Session> goesOn) {
    return asLongAs(goesOn::test, LOOP, false).on(iteration);
  }

  private static boolean visits(LevelRun level, Session user) {
    return level.take(System.nanoTime()) && ClientWarmUp.stays(user.getInt(LOOP));
  }

  /** Ends the level when the JVM rests; looked at when Gatling asks for more users. */
  private static BooleanSupplier atRest(LevelRun level) {
    CompilerRest rest = CompilerRest.ofThisJvm();
    return () -> {
      if (rest.getAsBoolean()) {
        level.end();
      }
      return level.over();
    };
  }

  private PopulationBuilder openLevel(LevelRun level, ChainBuilder steps, BooleanSupplier over) {
    ClosedPeak peak = ClosedPeak.of(level.level(), levels);
    if (!Double.isNaN(((Level.Open) level.level().load()).peakShare())) {
      peak.prepare(level.plan().name());
    }
    ArrivalInjection injection = new ArrivalInjection(() -> draw(level, peak), over);
    ScenarioBuilder scenario =
        scenario(level.plan().name()).exec(new EnterLevel(level)).exec(steps);
    return injected(scenario, injection);
  }

  /** Gatling's Java DSL takes no injection but its own. */
  private static PopulationBuilder injected(ScenarioBuilder scenario, OpenInjectionStep injection) {
    List<PopulationBuilder> made = new ArrayList<>(1);
    scenario.make(
        scala -> {
          made.add(
              new PopulationBuilder(
                  scala.inject(
                      OpenInjectionSupport.OpenInjectionProfileFactory()
                          .profile(CollectionConverters.asScala(List.of(injection)).toList()))));
          return scala;
        });
    return made.get(0);
  }

  /** A failed iteration must not end the user: the next one begins anew. */
  private static ChainBuilder iteration(LevelRun level, Journey journey) {
    return exec(Session::markAsSucceeded)
        .exec(group(level.plan().name()).on(exec(journey.steps())));
  }

  /**
   * Called when the level starts, so that a share finds what the closed levels have measured. A
   * share is resolved once for all repeats and servers: they are repeats of one load.
   */
  private long[] draw(LevelRun level, ClosedPeak peak) {
    Schedule schedule = level.plan().schedule();
    Level.Open asked = (Level.Open) level.level().load();
    double rate =
        Double.isNaN(asked.peakShare())
            ? asked.requestsPerSecond()
            : rates.computeIfAbsent(
                level.level().loadName(), load -> asked.peakShare() * peak.requestsPerSecond());
    if (!(rate > 0) && schedule.trace() == null) {
      LOGGER.warn(
          "Level {} has no requests: its rate is a share of the closed peak, and no closed level"
              + " before it had a steady rate, since too few of its users sent a request or all"
              + " requests failed",
          level.plan().name());
      return new long[0];
    }
    level.resolve(level.level().withRate(rate));
    long[] drawn = schedule.drawn().apply(rate);
    level.schedule(System.nanoTime() + AHEAD.toNanos(), drawn);
    return drawn;
  }
}
