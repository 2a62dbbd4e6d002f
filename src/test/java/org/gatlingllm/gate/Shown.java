package org.gatlingllm.gate;

import java.math.BigDecimal;
import java.util.Locale;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Unit;

/** Numbers as they stand in verdicts: three significant digits and a unit. */
final class Shown {
  static final String NONE = "–";
  private static final double NANOS_A_SECOND = 1e9;

  private Shown() {}

  /** A time: {@code 0.42 ms}, {@code 145 ms}, {@code 1.31 s}, {@code 2.5 h}. */
  static String time(double nanos) {
    if (!Double.isFinite(nanos)) {
      return NONE;
    }
    double seconds = nanos / NANOS_A_SECOND;
    if (Math.abs(seconds) < 0.9995) {
      return number(seconds * 1e3) + " ms";
    }
    return seconds < 3600 ? number(seconds) + " s" : number(seconds / 3600) + " h";
  }

  /** A value of a metric with its unit. */
  static String value(Metric metric, double measured) {
    if (!Double.isFinite(measured)) {
      return NONE;
    }
    return metric.unit() == Unit.MILLISECONDS
        ? time(measured)
        : number(metric.unit().shown(measured)) + " " + metric.unit().symbol();
  }

  /** An interval of a metric; a bound that does not exist is a dash. */
  static String interval(Metric metric, Interval interval) {
    return interval(value(metric, interval.low()), value(metric, interval.high()));
  }

  static String interval(String low, String high) {
    return low.equals(NONE) && high.equals(NONE) ? NONE : low + " to " + high;
  }

  /** A share of 1, in percent. */
  static String percent(double share) {
    return Double.isFinite(share) ? number(share * 100) + " %" : NONE;
  }

  /** A probability: {@code p = 0.0298}. */
  static String probability(double p) {
    return p < 0.0001 ? "p < 0.0001" : "p = " + number(p);
  }

  /** A relative change, with its sign: {@code +14.6 %}. */
  static String change(double share) {
    return (share >= 0 ? "+" : "−") + percent(Math.abs(share));
  }

  /** Three significant digits, without trailing zeros behind the point. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double size = Math.abs(value);
    if (size >= 99.95 || size == 0) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    int decimals = size >= 9.995 ? 1 : size >= 0.9995 ? 2 : size >= 0.0995 ? 3 : 4;
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    return text.replaceFirst("\\.?0+$", "");
  }

  /** The name of a quantile: {@code p50}, {@code p99.9}, {@code max}. */
  static String quantile(double quantile) {
    if (quantile == 0 || quantile == 1) {
      return quantile == 0 ? "min" : "max";
    }
    return "p"
        + BigDecimal.valueOf(quantile).movePointRight(2).stripTrailingZeros().toPlainString();
  }

  /** A count and its noun. */
  static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
