package org.gatlingllm.report;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The range of the picture's axis of latency, in milliseconds: from 0, or logarithmic where the
 * values differ too much for that.
 *
 * @param low lower end
 * @param high upper end
 * @param logarithmic whether equal steps are equal ratios
 */
record CurveAxis(double low, double high, boolean logarithmic) {
  /** From this ratio of largest to smallest value on, a linear axis hides the small ones. */
  private static final double LINEAR_UP_TO = 30;

  private static final double ROOM = 1.12;
  private static final double DECADES = 3.5;
  private static final int STEPS = 5;
  private static final double TINY = 1e-9;

  /** Returns the axis for these points; at least one. */
  static CurveAxis of(List<CurvePoint> points) {
    double least = points.stream().mapToDouble(CurveAxis::lowest).min().orElse(0);
    double most = points.stream().mapToDouble(CurveAxis::highest).max().orElse(1);
    if (least > 0 && most / least > LINEAR_UP_TO) {
      return new CurveAxis(stepBelow(least), stepAbove(most), true);
    }
    return new CurveAxis(0, most > 0 ? most * ROOM : 1, false);
  }

  /** Where grid lines go: 1, 2 and 5 times powers of ten, or equal steps. */
  double[] ticks() {
    return logarithmic ? ratios() : steps();
  }

  private double[] ratios() {
    boolean many = Math.log10(high / low) > DECADES;
    double[] digits = many ? new double[] {1} : new double[] {1, 2, 5};
    int first = (int) Math.floor(Math.log10(low));
    int last = (int) Math.ceil(Math.log10(high));
    return IntStream.rangeClosed(first, last)
        .mapToObj(decade -> DoubleStream.of(digits).map(digit -> digit * Math.pow(10, decade)))
        .flatMapToDouble(tick -> tick)
        .filter(tick -> tick >= low * (1 - TINY) && tick <= high * (1 + TINY))
        .toArray();
  }

  private double[] steps() {
    double rough = high / STEPS;
    double decade = Math.pow(10, Math.floor(Math.log10(rough)));
    double digit = rough / decade;
    double step = decade * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    return IntStream.rangeClosed(0, (int) Math.floor(high / step + TINY))
        .mapToDouble(i -> i * step)
        .toArray();
  }

  private static double lowest(CurvePoint point) {
    double low = point.interval().low();
    return low > 0 ? Math.min(low, point.millis()) : point.millis();
  }

  private static double highest(CurvePoint point) {
    double high = point.interval().high();
    return Double.isFinite(high) ? Math.max(high, point.millis()) : point.millis();
  }

  /** The largest of 1, 2 and 5 times a power of ten that leaves some room below the value. */
  private static double stepBelow(double value) {
    double decade = Math.pow(10, Math.floor(Math.log10(value / ROOM)));
    double digit = value / ROOM / decade;
    return decade * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
  }

  private static double stepAbove(double value) {
    double decade = Math.pow(10, Math.floor(Math.log10(value * ROOM)));
    double digit = value * ROOM / decade;
    return decade * (digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }
}
