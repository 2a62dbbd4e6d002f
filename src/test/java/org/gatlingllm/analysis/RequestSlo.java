package org.gatlingllm.analysis;

import java.util.EnumMap;
import java.util.Map;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Metric.Better;

/**
 * What one request must keep to count as good. All limits must be met.
 *
 * @param limits by metric, in the unit of measurement (nanoseconds for times); an upper limit where
 *     less is better, a lower limit where more is better; empty when goodput was not asked for
 */
public record RequestSlo(Map<Metric, Double> limits) {
  private static final RequestSlo NONE = new RequestSlo(Map.of());

  /**
   * Checks and copies the limits.
   *
   * @throws IllegalArgumentException when a metric has no better direction, or a limit is not a
   *     positive number
   */
  public RequestSlo {
    limits.forEach(RequestSlo::check);
    limits = limits.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(limits));
  }

  /** No limit: there is no goodput. */
  public static RequestSlo none() {
    return NONE;
  }

  /** Whether there is any limit. */
  public boolean asked() {
    return !limits.isEmpty();
  }

  private static void check(Metric metric, Double limit) {
    if (metric.better() == Better.NEITHER) {
      throw new IllegalArgumentException(
          "cannot limit '" + metric.tag() + "' a request: neither less nor more of it is better");
    }
    if (!(limit > 0) || limit.isInfinite()) {
      throw new IllegalArgumentException(
          "cannot limit '" + metric.tag() + "' to " + limit + ": expected a positive number");
    }
  }
}
