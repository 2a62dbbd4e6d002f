package org.gatlingllm.gate;

import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Metric.Better;

/**
 * Reads {@code regression { threshold = 10 %, metrics = [ttft, itl], allowInconclusive = true }}.
 */
final class RegressionRuleReader {
  private RegressionRuleReader() {}

  static RegressionRule read(SloNode node, boolean allowInconclusive) {
    double threshold = RegressionRule.STANDARD.threshold();
    List<Metric> metrics = RegressionRule.STANDARD.metrics();
    boolean allow = allowInconclusive;
    for (Map.Entry<String, SloNode> field : node.fields().entrySet()) {
      SloNode value = field.getValue();
      switch (field.getKey()) {
        case "threshold" -> threshold = threshold(value);
        case "metrics" ->
            metrics = value.items().stream().map(RegressionRuleReader::metric).toList();
        case "allowInconclusive" -> allow = value.flag();
        default ->
            throw value.problem(
                "expected threshold, metrics or allowInconclusive, found '" + field.getKey() + "'",
                "mend the key or take it out");
      }
    }
    return new RegressionRule(threshold, metrics, allow);
  }

  private static double threshold(SloNode node) {
    Bound bound = node.bound(Dimension.SHARE, true);
    if (!bound.atMost() || !(bound.value() > 0 && bound.value() < 1)) {
      throw node.wrong("a share above 0 and below 1, as in \"10 %\"");
    }
    return bound.value();
  }

  private static Metric metric(SloNode node) {
    return Metric.named(node.text())
        .filter(m -> m.better() != Better.NEITHER)
        .orElseThrow(() -> node.wrong("a metric with a better side, as in ttft, itl or tpot"));
  }
}
