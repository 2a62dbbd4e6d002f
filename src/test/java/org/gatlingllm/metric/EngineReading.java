package org.gatlingllm.metric;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an engine said of itself at one instant, or why nothing could be read.
 *
 * @param atNanos when its answer came, on the run's monotonic clock: the values are from just
 *     before
 * @param values of the gauges that it has, none negative; empty where nothing was read
 * @param failure why nothing was read, in few words that are the same for the same cause; null
 *     where something was
 */
public record EngineReading(
    long atNanos, Map<EngineGauge, Double> values, @Nullable String failure) {

  /** Copies the values and checks them. */
  public EngineReading {
    values = Map.copyOf(values);
    if (!values.values().stream().allMatch(value -> value >= 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException("gauges that are not all 0 or more: " + values);
    }
  }

  /** A reading that gave nothing. */
  public static EngineReading failed(long atNanos, String failure) {
    return new EngineReading(atNanos, Map.of(), failure);
  }

  /** The value of a gauge, NaN where it was not told. */
  public double of(EngineGauge gauge) {
    return values.getOrDefault(gauge, Double.NaN);
  }
}
