package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.gatlingllm.analysis.EngineUse;
import org.gatlingllm.metric.EngineGauge;

/** What the engine said of itself during a level, in {@code report.json}. */
final class JsonEngine {
  private JsonEngine() {}

  static void put(ObjectNode node, EngineUse use) {
    node.put("readings", use.readings());
    for (EngineGauge gauge : EngineGauge.values()) {
      use.gauge(gauge).ifPresent(told -> put(node.putObject(gauge.tag()), told));
    }
  }

  private static void put(ObjectNode node, EngineUse.Gauge gauge) {
    JsonReport.number(node, "mean", gauge.mean());
    JsonReport.number(node, "max", gauge.max());
  }
}
