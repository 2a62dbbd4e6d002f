package org.gatlingllm.metric;

/**
 * A two-sided 95 % confidence interval. A bound that the sample is too small to give is NaN.
 *
 * @param low lower bound, or NaN
 * @param high upper bound, or NaN
 */
public record Interval(double low, double high) {
  /** No bound known. */
  public static final Interval UNKNOWN = new Interval(Double.NaN, Double.NaN);
}
