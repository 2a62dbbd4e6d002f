package org.gatlingllm.metric;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The samples of one metric in one level, exact and sorted.
 *
 * <p>Quantiles are Hyndman and Fan's type 7, numpy's default. What has no sample has no value: the
 * methods return NaN, which reports leave out.
 */
public final class Distribution {
  /** The quantiles that reports show. */
  static final double[] QUANTILES = {0.5, 0.9, 0.95, 0.99, 0.999};

  private static final double TAIL = 0.025;

  private final double[] sorted;
  private final GapBootstrap bootstrap;

  private Distribution(double[] sorted, GapBootstrap bootstrap) {
    this.sorted = sorted;
    this.bootstrap = bootstrap;
  }

  /** Returns the distribution of independent samples, one a request. */
  public static Distribution of(double... samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return new Distribution(sorted, GapBootstrap.NONE);
  }

  /**
   * Returns the distribution of samples that come in clusters, one cluster a request. Gaps of one
   * stream depend on each other, so intervals resample whole requests.
   *
   * @param seed of the resampling, so that an interval is reproducible
   */
  public static Distribution pooled(List<double[]> clusters, long seed) {
    double[] sorted = new double[clusters.stream().mapToInt(c -> c.length).sum()];
    int at = 0;
    for (double[] cluster : clusters) {
      System.arraycopy(cluster, 0, sorted, at, cluster.length);
      at += cluster.length;
    }
    Arrays.sort(sorted);
    return new Distribution(sorted, GapBootstrap.of(clusters, seed));
  }

  /** The quantiles that reports show: 0.5, 0.9, 0.95, 0.99 and 0.999. */
  public static double[] reportedQuantiles() {
    return QUANTILES.clone();
  }

  /** How many samples. */
  public int count() {
    return sorted.length;
  }

  /** Arithmetic mean, or NaN. */
  public double average() {
    return StatUtils.mean(sorted);
  }

  /** Smallest sample, or NaN. */
  public double min() {
    return sorted.length == 0 ? Double.NaN : sorted[0];
  }

  /** Largest sample, or NaN. */
  public double max() {
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length - 1];
  }

  /** Sample standard deviation (n − 1), or NaN for fewer than two samples. */
  public double standardDeviation() {
    return sorted.length < 2 ? Double.NaN : Math.sqrt(StatUtils.variance(sorted));
  }

  /**
   * Returns the quantile, or NaN where there is no sample.
   *
   * @param quantile between 0 and 1
   */
  public double quantile(double quantile) {
    if (quantile < 0 || quantile > 1) {
      throw new IllegalArgumentException("quantile " + quantile + " is not between 0 and 1");
    }
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double position = quantile * (sorted.length - 1);
    int below = (int) position;
    double upper = sorted[Math.min(below + 1, sorted.length - 1)];
    return sorted[below] + (position - below) * (upper - sorted[below]);
  }

  /** Share of the samples below a limit, or NaN where there is no sample. */
  public double fractionBelow(double limit) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return sorted.length == 0 ? Double.NaN : (double) low / sorted.length;
  }

  /**
   * Returns the 95 % interval of a quantile. Independent samples: from order statistics, whose
   * ranks the binomial distribution gives (no assumption on the shape; Conover, Practical
   * Nonparametric Statistics, 3.2). Clusters: by bootstrap over requests.
   */
  public Interval interval(double quantile) {
    if (sorted.length == 0) {
      return Interval.UNKNOWN;
    }
    return bootstrap == GapBootstrap.NONE ? orderStatistics(quantile) : resampled(quantile);
  }

  /**
   * Whether the sample is too small for an upper bound of this quantile: {@code quantileⁿ > 0.025}.
   * Such a percentile is little more than the slowest request.
   */
  public boolean weak(double quantile) {
    return Math.pow(quantile, sorted.length) > TAIL;
  }

  /** The samples, in increasing order. A copy. */
  public double[] samples() {
    return sorted.clone();
  }

  /** The bootstrap's bins are 0.1 % wide: a bound must not leave the sample for that. */
  private Interval resampled(double quantile) {
    Interval binned = bootstrap.interval(quantile);
    return new Interval(
        Math.max(min(), Math.min(max(), binned.low())),
        Math.max(min(), Math.min(max(), binned.high())));
  }

  private Interval orderStatistics(double quantile) {
    BinomialDistribution below = new BinomialDistribution(null, sorted.length, quantile);
    // rank r (1-based) lies above the quantile with probability P(B < r) = cdf(r − 1)
    int low = below.inverseCumulativeProbability(TAIL);
    if (below.cumulativeProbability(low) > TAIL) {
      low--;
    }
    int high = below.inverseCumulativeProbability(1 - TAIL);
    return new Interval(
        low < 0 ? Double.NaN : sorted[low], high >= sorted.length ? Double.NaN : sorted[high]);
  }
}
