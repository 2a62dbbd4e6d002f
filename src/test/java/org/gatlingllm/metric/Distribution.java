package org.gatlingllm.metric;

import java.util.List;

/**
 * The samples of one metric in one level, as statistics.
 *
 * <p>What has no sample has no value: the methods return NaN, which reports leave out.
 */
public interface Distribution {
  /** Returns the distribution of independent samples, one a request. */
  static Distribution of(double... samples) {
    return ExactDistribution.of(samples);
  }

  /**
   * Returns the distribution of samples that come in clusters, one cluster a request. Gaps of one
   * stream depend on each other, so intervals resample whole requests.
   *
   * @param seed of the resampling, so that an interval is reproducible
   */
  static Distribution pooled(List<double[]> clusters, long seed) {
    return ExactDistribution.pooled(clusters, seed);
  }

  /** The quantiles that reports show: 0.5, 0.9, 0.95, 0.99 and 0.999. */
  static double[] reportedQuantiles() {
    return ExactDistribution.QUANTILES.clone();
  }

  /** How many samples. */
  int count();

  /** Arithmetic mean, or NaN. */
  double average();

  /** Smallest sample, or NaN. */
  double min();

  /** Largest sample, or NaN. */
  double max();

  /** Sample standard deviation (n − 1), or NaN for fewer than two samples. */
  double standardDeviation();

  /**
   * Returns the quantile, or NaN where there is no sample.
   *
   * @param quantile between 0 and 1
   */
  double quantile(double quantile);

  /** Share of the samples below a limit, or NaN where there is no sample. */
  double fractionBelow(double limit);

  /**
   * Returns the 95 % interval of a quantile. Independent samples: from order statistics, whose
   * ranks the binomial distribution gives (no assumption on the shape; Conover, Practical
   * Nonparametric Statistics, 3.2). Clusters: by bootstrap over requests.
   */
  Interval interval(double quantile);

  /**
   * Whether the sample is too small for an upper bound of this quantile: {@code quantileⁿ > 0.025}.
   * Such a percentile is little more than the slowest request.
   */
  default boolean weak(double quantile) {
    return Math.pow(quantile, count()) > 0.025;
  }
}
