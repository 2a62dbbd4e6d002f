package org.gatlingllm.gatling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.TokenCounts;

/**
 * Closed levels: a fixed number of users, each of which begins its next iteration when the last one
 * ended, until the level's budget is used up. So the level really holds that many in flight.
 */
public final class ClosedProfile implements LoadProfile {
  private final Journey journey;
  private final List<Integer> concurrencies;
  private final List<Integer> promptLengths;
  private final Budget budget;
  private final Duration pause;
  private final boolean warmUp;

  private ClosedProfile(
      Journey journey,
      List<Integer> concurrencies,
      List<Integer> promptLengths,
      Budget budget,
      Duration pause,
      boolean warmUp) {
    this.journey = journey;
    this.concurrencies = concurrencies;
    this.promptLengths = promptLengths;
    this.budget = budget;
    this.pause = pause;
    this.warmUp = warmUp;
  }

  static ClosedProfile of(Journey journey) {
    return new ClosedProfile(
        journey,
        List.of(1),
        List.of(TokenCounts.UNKNOWN),
        Budget.requests(1),
        Duration.ZERO,
        false);
  }

  static ClosedProfile warmUp(Journey journey) {
    return new ClosedProfile(
        journey, List.of(1), List.of(TokenCounts.UNKNOWN), Budget.requests(1), Duration.ZERO, true);
  }

  /** One level for each of these numbers of users. */
  public ClosedProfile concurrency(int... users) {
    return concurrency(IntStream.of(users).boxed().toList());
  }

  /** One level for each of these numbers of users. */
  public ClosedProfile concurrency(List<Integer> users) {
    if (users.stream().anyMatch(u -> u < 1)) {
      throw new IllegalArgumentException("concurrency must be at least 1, found " + users);
    }
    return new ClosedProfile(journey, List.copyOf(users), promptLengths, budget, pause, warmUp);
  }

  /** Each level ends after so many iterations of all its users together. */
  public ClosedProfile requests(int count) {
    return new ClosedProfile(
        journey, concurrencies, promptLengths, Budget.requests(count), pause, warmUp);
  }

  /** Each level begins new iterations for so long; those begun then end in their time. */
  public ClosedProfile lasting(Duration duration) {
    return new ClosedProfile(
        journey, concurrencies, promptLengths, Budget.lasting(duration), pause, warmUp);
  }

  /** What a user waits between two iterations: concurrency is not held then. */
  public ClosedProfile pause(Duration between) {
    return new ClosedProfile(
        between.isZero() ? journey : journey.withPauses(),
        concurrencies,
        promptLengths,
        budget,
        between,
        warmUp);
  }

  /**
   * Says that the steps themselves pause, beside what {@link #pause} adds: concurrency is not held
   * then, and a request after the user's first is due when it comes. Without it a pause in the
   * steps would count as lateness of the client.
   */
  public ClosedProfile paced() {
    return new ClosedProfile(
        journey.withPauses(), concurrencies, promptLengths, budget, pause, warmUp);
  }

  /** Runs all levels once for each of these prompt lengths, in tokens; {@link Prompts} obey. */
  public ClosedProfile promptTokens(List<Integer> lengths) {
    return new ClosedProfile(journey, concurrencies, List.copyOf(lengths), budget, pause, warmUp);
  }

  /** Tells the report what answers the requests ask for. */
  public ClosedProfile answers(int maxTokens, boolean exactLength) {
    return new ClosedProfile(
        journey.answers(maxTokens, exactLength),
        concurrencies,
        promptLengths,
        budget,
        pause,
        warmUp);
  }

  @Override
  public Journey journey() {
    return journey;
  }

  @Override
  public List<LevelPlan> plans() {
    List<LevelPlan> plans = new ArrayList<>();
    for (int length : promptLengths) {
      for (int users : concurrencies) {
        plans.add(plan(users, length));
      }
    }
    return plans;
  }

  private LevelPlan plan(int users, int length) {
    String name = warmUp ? "warm-up" : LevelNames.of("c=" + users, length, promptLengths);
    Level level =
        new Level(
            name,
            new Level.Closed(users),
            1,
            null,
            length,
            journey.maxTokens(),
            journey.exactLength(),
            journey.paced());
    return new LevelPlan(level, warmUp, budget, pause);
  }
}
