package org.gatlingllm.gate;

import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.Metric;
import org.jspecify.annotations.Nullable;

/** Reads {@code regression { threshold = 10 %, metrics = [ttft, itl], inconclusive = 20 % }}. */
final class RegressionRuleReader {
  private RegressionRuleReader() {}

  static RegressionRule read(@Nullable SloNode node, boolean allowInconclusive) {
    double threshold = RegressionRule.STANDARD.threshold();
    List<Metric> metrics = RegressionRule.STANDARD.metrics();
    double inconclusive = allowInconclusive ? 1 : RegressionRule.STANDARD.inconclusive();
    for (Map.Entry<String, SloNode> field : fields(node).entrySet()) {
      SloNode value = field.getValue();
      switch (field.getKey()) {
        case "threshold" -> threshold = threshold(value);
        case "metrics" -> metrics = metrics(value);
        case "inconclusive" -> inconclusive = value.boundOnly(Dimension.SHARE, true).value();
        default ->
            throw value.problem(
                "expected threshold, metrics or inconclusive, found '" + field.getKey() + "'",
                "mend the key or take it out");
      }
    }
    return new RegressionRule(threshold, metrics, inconclusive);
  }

  private static Map<String, SloNode> fields(@Nullable SloNode node) {
    return node == null ? Map.of() : node.fields();
  }

  private static double threshold(SloNode node) {
    Bound bound = node.bound(Dimension.SHARE, true);
    if (!bound.atMost() || !(bound.value() > 0 && bound.value() < 1)) {
      throw node.wrong("a share above 0 and below 1, as in \"10 %\"");
    }
    return bound.value();
  }

  private static List<Metric> metrics(SloNode node) {
    if (node.items().isEmpty()) {
      throw node.wrong("at least one of " + LoadState.metricNames());
    }
    return node.items().stream().map(RegressionRuleReader::metric).toList();
  }

  private static Metric metric(SloNode node) {
    return Metric.named(node.text())
        .filter(LoadState.METRICS::contains)
        .orElseThrow(() -> node.wrong("one of " + LoadState.metricNames()));
  }
}
