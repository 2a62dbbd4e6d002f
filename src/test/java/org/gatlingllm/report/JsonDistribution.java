package org.gatlingllm.report;

import java.util.HashMap;
import java.util.Map;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Unit;

/**
 * A distribution of which only the statistics are left that {@code report.json} holds: whatever
 * else is asked of it, another quantile say, is NaN.
 */
final class JsonDistribution implements Distribution {
  private final int count;
  private final double average;
  private final double min;
  private final double max;
  private final double deviation;
  private final Map<Double, Double> quantiles = new HashMap<>();
  private final Map<Double, Interval> intervals = new HashMap<>();

  private JsonDistribution(Unit unit, JsonPart metric) {
    count = metric.count("count");
    average = unit.measured(metric.number("avg"));
    min = unit.measured(metric.number("min"));
    max = unit.measured(metric.number("max"));
    deviation = unit.measured(metric.number("std"));
    for (double quantile : Distribution.reportedQuantiles()) {
      String name = Quantity.percentile(quantile);
      quantiles.put(quantile, unit.measured(metric.number(name)));
      intervals.put(quantile, interval(unit, metric.part("ci95").numbers(name)));
    }
  }

  /**
   * Reads the statistics of a metric.
   *
   * @throws JsonPart.Unexpected when they are not what {@link JsonLevel} writes
   */
  static Distribution read(Metric metric, JsonPart part) {
    return new JsonDistribution(metric.unit(), part);
  }

  private static Interval interval(Unit unit, double[] bounds) {
    return bounds.length == 2
        ? new Interval(unit.measured(bounds[0]), unit.measured(bounds[1]))
        : Interval.UNKNOWN;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public double average() {
    return average;
  }

  @Override
  public double min() {
    return min;
  }

  @Override
  public double max() {
    return max;
  }

  @Override
  public double standardDeviation() {
    return deviation;
  }

  @Override
  public double quantile(double quantile) {
    return quantiles.getOrDefault(quantile, Double.NaN);
  }

  @Override
  public double fractionBelow(double limit) {
    return Double.NaN;
  }

  @Override
  public Interval interval(double quantile) {
    return intervals.getOrDefault(quantile, Interval.UNKNOWN);
  }
}
