package org.gatlingllm.gatling;

import java.nio.file.Path;
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
  /** All of a level are drawn before its first: more would fill the memory, and are a mistake. */
  private static final int MOST_ARRIVALS = 10_000_000;

  private final Journey journey;
  private final List<String> rates;
  private final List<Integer> promptLengths;
  private final Budget budget;
  private final ArrivalShape shape;

  private OpenProfile(
      Journey journey,
      List<String> rates,
      List<Integer> promptLengths,
      Budget budget,
      ArrivalShape shape) {
    this.journey = journey;
    this.rates = rates;
    this.promptLengths = promptLengths;
    this.budget = budget;
    this.shape = shape;
  }

  static OpenProfile of(Journey journey) {
    return new OpenProfile(
        journey,
        List.of(),
        List.of(TokenCounts.UNKNOWN),
        Budget.requests(1),
        ArrivalShape.standard());
  }

  /** One level for each of these rates, in requests per second. */
  public OpenProfile rates(double... requestsPerSecond) {
    return rates(
        DoubleStream.of(requestsPerSecond)
            .mapToObj(r -> r == Math.rint(r) ? String.format(Locale.ROOT, "%.0f", r) : "" + r)
            .toList());
  }

  /**
   * One level for each of these rates: requests per second as in {@code 0.35}, a ramp from one rate
   * to another as in {@code 1..20}, or a share of the steady request rate of the best closed level
   * before, as in {@code 90%}.
   *
   * <p>{@link LlmDsl#load} throws when one of them is none of these.
   */
  public OpenProfile rates(List<String> texts) {
    return new OpenProfile(journey, List.copyOf(texts), promptLengths, budget, shape);
  }

  /** Each level has so many arrivals. */
  public OpenProfile requests(int count) {
    return new OpenProfile(journey, rates, promptLengths, Budget.requests(count), shape);
  }

  /** Each level has arrivals for so long. */
  public OpenProfile lasting(Duration duration) {
    return new OpenProfile(journey, rates, promptLengths, Budget.lasting(duration), shape);
  }

  /** How arrivals are spread; Poisson unless said otherwise. */
  public OpenProfile arrivals(Arrivals.Pattern process) {
    return shaped(shape.process(process));
  }

  /** How bursty {@link Arrivals.Pattern#GAMMA} is; 1, which is Poisson, unless said otherwise. */
  public OpenProfile burstiness(double gammaShape) {
    return shaped(shape.burstiness(gammaShape));
  }

  /**
   * Replays a trace in place of rates: one level, whose requests come when the trace says and have
   * prompts ({@link Prompts}) and answers of its lengths. Mooncake's JSON Lines and the CSV files
   * of Azure and BurstGPT are understood. All of it is replayed, unless {@link #lasting} ends it.
   *
   * <p>{@link LlmDsl#load} throws when the file cannot be used.
   *
   * @param timeScale multiplies the times: 0.5 is twice as fast
   */
  public OpenProfile trace(Path file, double timeScale) {
    return shaped(shape.trace(file, timeScale));
  }

  /** Seed of the arrivals. */
  public OpenProfile seed(long arrivalSeed) {
    return shaped(shape.seed(arrivalSeed));
  }

  private OpenProfile shaped(ArrivalShape arrivals) {
    return new OpenProfile(journey, rates, promptLengths, budget, arrivals);
  }

  /** Runs all levels once for each of these prompt lengths, in tokens; {@link Prompts} obey. */
  public OpenProfile promptTokens(List<Integer> lengths) {
    return new OpenProfile(journey, rates, List.copyOf(lengths), budget, shape);
  }

  /** Tells the report what answers the requests ask for. */
  public OpenProfile answers(int maxTokens, boolean exactLength) {
    return new OpenProfile(
        journey.answers(maxTokens, exactLength), rates, promptLengths, budget, shape);
  }

  @Override
  public Journey journey() {
    return journey;
  }

  ArrivalShape shape() {
    return shape;
  }

  @Override
  public List<LevelPlan> plans() {
    if (shape.trace() != null) {
      return List.of(replay(Trace.read(shape.trace())));
    }
    List<LevelPlan> plans = new ArrayList<>();
    for (int length : promptLengths) {
      for (String text : rates) {
        Rate rate = Rate.parse(text);
        checkCount(rate);
        String name = LevelNames.of("rate=" + rate.name(), length, promptLengths);
        Level.Open load =
            new Level.Open(rate.mean(), rate.peakShare(), rate.described(shape.process()));
        plans.add(plan(level(name, load, length), budget, Schedule.of(rate, shape, budget, name)));
      }
    }
    return plans;
  }

  private void checkCount(Rate rate) {
    double expected =
        budget
            .lasting()
            .map(d -> rate.mean() * d.toNanos() / 1e9)
            .orElse((double) budget.requests());
    if (expected > MOST_ARRIVALS) { // never of a share, whose rate is not known
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "cannot run rate '%s': expected at most %d requests in a level, found %.0f; lower the"
                  + " rate, llm.open.duration or llm.open.requests",
              rate.name(),
              MOST_ARRIVALS,
              expected));
    }
  }

  private LevelPlan replay(Trace trace) {
    Level.Open load =
        new Level.Open(trace.requestsPerSecond(shape.traceScale()), Double.NaN, "trace");
    Budget whole = budget.lasting().isPresent() ? budget : Budget.requests(trace.rows().size());
    return plan(level("trace", load, TokenCounts.UNKNOWN), whole, Schedule.of(trace, shape, whole));
  }

  private static LevelPlan plan(Level level, Budget budget, Schedule schedule) {
    return new LevelPlan(level, false, budget, Duration.ZERO, schedule);
  }

  private Level level(String name, Level.Open load, int promptTokens) {
    boolean replayed = shape.trace() != null; // each request asks for another length then
    return new Level(
        name,
        load,
        1,
        null,
        promptTokens,
        replayed ? TokenCounts.UNKNOWN : journey.maxTokens(),
        !replayed && journey.exactLength(),
        true);
  }
}
