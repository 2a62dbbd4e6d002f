package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.gatlingllm.analysis.Window;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;

/**
 * The engine's own gauges over a level: {@code [{name, count, points: [[seconds, value], …]}, …]}.
 * A reading that failed has no value: a line drawn through the points has a gap there.
 */
final class SeriesEngine {
  static final int MOST_POINTS = 400;

  private SeriesEngine() {}

  /** Puts the gauges that have a value within the window; nothing where none has. */
  static void put(ObjectNode series, Window window, List<EngineReading> readings) {
    List<EngineReading> within =
        readings.stream()
            .filter(r -> r.atNanos() >= window.startNanos() && r.atNanos() <= window.endNanos())
            .toList();
    for (EngineGauge gauge : EngineGauge.values()) {
      if (within.stream().anyMatch(r -> Double.isFinite(r.of(gauge)))) {
        put(series.withArray("engine").addObject(), gauge, window, within);
      }
    }
  }

  private static void put(
      ObjectNode node, EngineGauge gauge, Window window, List<EngineReading> readings) {
    node.put("name", gauge.tag()).put("count", readings.size());
    ArrayNode points = node.putArray("points");
    int every = (readings.size() + MOST_POINTS - 1) / MOST_POINTS;
    for (int i = 0; i < readings.size(); i += every) {
      EngineReading reading = readings.get(i);
      ArrayNode point = points.addArray();
      point.add(ChartSeries.seconds(window.startNanos(), reading.atNanos()));
      double value = reading.of(gauge);
      if (Double.isFinite(value)) {
        point.add(ChartSeries.drawn(value));
      } else {
        point.addNull();
      }
    }
  }
}
