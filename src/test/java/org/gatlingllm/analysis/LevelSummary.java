package org.gatlingllm.analysis;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one level.
 *
 * @param level what was asked for
 * @param window first sent to last closed
 * @param requests how they ended
 * @param rates per second
 * @param held streams in flight
 * @param burstFraction share of gaps below a tenth of the level's mean gap, or NaN
 * @param littlesLaw the check of the measurement
 * @param metrics the distributions; a metric without a sample has no entry
 * @param client the load generator's own state, or null where it was not observed
 * @param engine what the engine said of itself, or null where it was not asked
 * @param suspect why the numbers may be the client's and not the server's; empty when they are
 *     trusted
 */
public record LevelSummary(
    Level level,
    Window window,
    RequestCounts requests,
    Rates rates,
    HeldConcurrency held,
    double burstFraction,
    LittlesLaw littlesLaw,
    Map<Metric, Distribution> metrics,
    @Nullable ClientHealth client,
    @Nullable EngineUse engine,
    List<String> suspect) {

  /** Copies the collections. */
  public LevelSummary {
    metrics = metrics.isEmpty() ? Map.of() : new EnumMap<>(metrics);
    suspect = List.copyOf(suspect);
  }

  /**
   * Whether the level is suspect for nothing but stamps that came late. Latencies are rather too
   * long then, and rates too low: what is good even so is good. Only gaps may be too short.
   */
  public boolean merelyLate() {
    return !suspect.isEmpty()
        && suspect.stream()
            .allMatch(s -> s.startsWith(Suspicion.LATE) || s.contains(Suspicion.BURSTS));
  }

  /** The distribution of a metric, empty where it has no sample. */
  public Optional<Distribution> metric(Metric metric) {
    return Optional.ofNullable(metrics.get(metric));
  }
}
