package org.gatlingllm.gate;

import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of statistics: {@code p50}, {@code p95}, {@code p999}, {@code "p99.9"}, {@code mean}. */
final class Statistic {
  private static final Pattern QUANTILE = Pattern.compile("p([0-9]{1,2})(?:\\.?([0-9]+))?");

  private Statistic() {}

  /** The quantile, 0 to 1, or NaN for the mean. */
  static double quantile(String name, SloNode node) {
    if (name.equals("mean") || name.equals("avg")) {
      return Double.NaN;
    }
    if (name.equals("max") || name.equals("p100") || name.equals("min")) {
      return name.equals("min") ? 0 : 1;
    }
    Matcher m = QUANTILE.matcher(name);
    if (!m.matches() || node.value().valueType() == ConfigValueType.OBJECT) {
      throw node.problem(
          "expected p50, p95, p99, p999, mean, min or max, found '" + name + "'",
          "write p99.9 as p999: a point in a key begins a new object");
    }
    String fraction = m.group(2) == null ? "" : m.group(2);
    BigDecimal percent = new BigDecimal(m.group(1) + "." + (fraction.isEmpty() ? "0" : fraction));
    if (percent.signum() == 0) {
      throw node.problem("expected a quantile above p0, found '" + name + "'", "write min");
    }
    return percent.movePointLeft(2).doubleValue();
  }
}
