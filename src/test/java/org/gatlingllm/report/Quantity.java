package org.gatlingllm.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;

/**
 * A number as a person reads it: the one place that rounds and picks digits.
 *
 * <p>Three significant digits, whole numbers from 100 on, at most three decimals. What is absent
 * (NaN, infinite) is a dash; what is smaller than the digits can show is {@code <0.001}, not 0.
 *
 * @param text the number, without its unit
 * @param weak whether the sample is too small for it ({@link Distribution#weak}), so that it
 *     carries a star
 */
record Quantity(String text, boolean weak) {
  /** What stands where there is no number. */
  static final String NONE = "–";

  /** What stands behind a number whose sample is too small for it. */
  static final String MARK = "*";

  /** No number. */
  static final Quantity ABSENT = new Quantity(NONE, false);

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final int DECIMALS = 3;
  private static final double SMALLEST = 0.0005;

  /** A value in the unit in which it is shown. */
  static Quantity of(double shown) {
    return new Quantity(digits(shown), false);
  }

  /** A count. */
  static Quantity of(int count) {
    return new Quantity(Integer.toString(count), false);
  }

  /** A quantile of a metric, in the metric's shown unit. */
  static Quantity of(Metric metric, Distribution distribution, double quantile) {
    String text = digits(metric.unit().shown(distribution.quantile(quantile)));
    return new Quantity(text, !text.equals(NONE) && distribution.weak(quantile));
  }

  /**
   * A number for a machine: six decimals at most, which is one nanosecond where milliseconds are
   * shown.
   *
   * @param shown finite
   * @throws NumberFormatException when the value is NaN or infinite
   */
  static BigDecimal exact(double shown) {
    BigDecimal rounded =
        BigDecimal.valueOf(shown).setScale(6, RoundingMode.HALF_EVEN).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  /** The name of a quantile: {@code p50}, {@code p999}. */
  static String percentile(double quantile) {
    BigDecimal percent = BigDecimal.valueOf(quantile).movePointRight(2).stripTrailingZeros();
    return "p" + percent.toPlainString().replace(".", "");
  }

  /** The number and, where the sample is too small for it, the star. */
  String marked() {
    return weak ? text + MARK : text;
  }

  private static String digits(double shown) {
    if (!Double.isFinite(shown)) {
      return NONE;
    }
    if (shown == 0) {
      return "0";
    }
    if (Math.abs(shown) < SMALLEST) {
      return shown < 0 ? ">-0.001" : "<0.001";
    }
    BigDecimal value = BigDecimal.valueOf(shown);
    BigDecimal rounded = value.round(THREE_DIGITS);
    // digits before the point are judged after rounding: 99.96 is 100, not 100.0
    int whole = rounded.precision() - rounded.scale();
    int decimals = Math.max(0, Math.min(DECIMALS, DECIMALS - Math.max(1, whole)));
    return whole <= 0
        ? value.setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString()
        : value.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }
}
