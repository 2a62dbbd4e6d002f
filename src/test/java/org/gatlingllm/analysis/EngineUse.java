package org.gatlingllm.analysis;

import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.jspecify.annotations.Nullable;

/**
 * What the engine said of itself during a level: of each gauge the mean and the largest of the
 * readings in the level's window. Readings are instants some time apart, so a peak between two of
 * them is not in here.
 *
 * @param readings that gave a value
 * @param gauges those that the engine has
 */
public record EngineUse(int readings, Map<EngineGauge, Gauge> gauges) {
  /**
   * One gauge.
   *
   * @param mean of its readings
   * @param max of its readings
   */
  public record Gauge(double mean, double max) {}

  /** Copies the gauges. */
  public EngineUse {
    gauges = Map.copyOf(gauges);
  }

  /** Null where no reading in the window gave a value. */
  static @Nullable EngineUse of(Window window, List<EngineReading> readings) {
    List<EngineReading> within =
        readings.stream()
            .filter(r -> !r.values().isEmpty() && window.contains(r.atNanos()))
            .toList();
    Map<EngineGauge, Gauge> gauges = new EnumMap<>(EngineGauge.class);
    for (EngineGauge gauge : EngineGauge.values()) {
      DoubleSummaryStatistics told =
          within.stream()
              .mapToDouble(r -> r.of(gauge))
              .filter(Double::isFinite)
              .summaryStatistics();
      if (told.getCount() > 0) {
        gauges.put(gauge, new Gauge(told.getAverage(), told.getMax()));
      }
    }
    return within.isEmpty() ? null : new EngineUse(within.size(), gauges);
  }

  /** A gauge, empty where the engine does not have it. */
  public Optional<Gauge> gauge(EngineGauge gauge) {
    return Optional.ofNullable(gauges.get(gauge));
  }
}
