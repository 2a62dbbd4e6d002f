package org.gatlingllm.gatling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.TokenCounts;

/**
 * Open levels: requests arrive when the schedule says so, whether or not earlier ones have been
 * answered, as the requests of many independent users do.
 */
public final class OpenProfile implements LoadProfile {
  private final Journey journey;
  private final List<String> rates;
  private final List<Integer> promptLengths;
  private final Budget budget;
  private final Arrivals.Pattern process;
  private final long seed;

  /**
   * A rate of arrivals.
   *
   * @param name as in the level's name: {@code 0.35} or {@code 90%}
   * @param requestsPerSecond or NaN for a share
   * @param peakShare share of the steady request rate of the best closed level, or NaN
   */
  record Rate(String name, double requestsPerSecond, double peakShare) {
    /**
     * Reads {@code 0.35} or {@code 90%}.
     *
     * @throws IllegalArgumentException for anything else, and for what is not positive
     */
    static Rate parse(String text) {
      boolean share = text.endsWith("%");
      double number;
      try {
        number = Double.parseDouble(share ? text.substring(0, text.length() - 1).strip() : text);
      } catch (NumberFormatException e) {
        number = Double.NaN;
      }
      if (!(number > 0) || Double.isInfinite(number)) {
        throw new IllegalArgumentException(
            "cannot use rate '"
                + text
                + "': expected requests per second as in 0.35, or a share of the closed peak as in"
                + " 90%, above 0");
      }
      return new Rate(text, share ? Double.NaN : number, share ? number / 100 : Double.NaN);
    }
  }

  private OpenProfile(
      Journey journey,
      List<String> rates,
      List<Integer> promptLengths,
      Budget budget,
      Arrivals.Pattern process,
      long seed) {
    this.journey = journey;
    this.rates = rates;
    this.promptLengths = promptLengths;
    this.budget = budget;
    this.process = process;
    this.seed = seed;
  }

  static OpenProfile of(Journey journey) {
    return new OpenProfile(
        journey,
        List.of(),
        List.of(TokenCounts.UNKNOWN),
        Budget.requests(1),
        Arrivals.Pattern.POISSON,
        1);
  }

  /** One level for each of these rates, in requests per second. */
  public OpenProfile rates(double... requestsPerSecond) {
    return rates(
        DoubleStream.of(requestsPerSecond)
            .mapToObj(r -> r == Math.rint(r) ? String.format(Locale.ROOT, "%.0f", r) : "" + r)
            .toList());
  }

  /**
   * One level for each of these rates: requests per second as in {@code 0.35}, or a share of the
   * steady request rate of the best closed level before, as in {@code 90%}.
   *
   * <p>{@link LlmDsl#load} throws when one of them is neither.
   */
  public OpenProfile rates(List<String> texts) {
    return new OpenProfile(journey, List.copyOf(texts), promptLengths, budget, process, seed);
  }

  /** Each level has so many arrivals. */
  public OpenProfile requests(int count) {
    return new OpenProfile(journey, rates, promptLengths, Budget.requests(count), process, seed);
  }

  /** Each level has arrivals for so long. */
  public OpenProfile lasting(Duration duration) {
    return new OpenProfile(journey, rates, promptLengths, Budget.lasting(duration), process, seed);
  }

  /** How arrivals are spread; Poisson unless said otherwise. */
  public OpenProfile arrivals(Arrivals.Pattern arrivalProcess) {
    return new OpenProfile(journey, rates, promptLengths, budget, arrivalProcess, seed);
  }

  /** Seed of the arrivals. */
  public OpenProfile seed(long arrivalSeed) {
    return new OpenProfile(journey, rates, promptLengths, budget, process, arrivalSeed);
  }

  /** Runs all levels once for each of these prompt lengths, in tokens; {@link Prompts} obey. */
  public OpenProfile promptTokens(List<Integer> lengths) {
    return new OpenProfile(journey, rates, List.copyOf(lengths), budget, process, seed);
  }

  /** Tells the report what answers the requests ask for. */
  public OpenProfile answers(int maxTokens, boolean exactLength) {
    return new OpenProfile(
        journey.answers(maxTokens, exactLength), rates, promptLengths, budget, process, seed);
  }

  @Override
  public Journey journey() {
    return journey;
  }

  Arrivals.Pattern process() {
    return process;
  }

  long seed() {
    return seed;
  }

  @Override
  public List<LevelPlan> plans() {
    List<LevelPlan> plans = new ArrayList<>();
    for (int length : promptLengths) {
      for (String rate : rates) {
        plans.add(plan(Rate.parse(rate), length));
      }
    }
    return plans;
  }

  private LevelPlan plan(Rate rate, int length) {
    Level level =
        new Level(
            LevelNames.of("rate=" + rate.name(), length, promptLengths),
            new Level.Open(
                rate.requestsPerSecond(),
                rate.peakShare(),
                process.name().toLowerCase(Locale.ROOT)),
            1,
            null,
            length,
            journey.maxTokens(),
            journey.exactLength(),
            journey.paced());
    return new LevelPlan(level, false, budget, Duration.ZERO);
  }
}
