package org.gatlingllm.metric;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.stat.StatUtils;

/** All samples, sorted. Quantiles are Hyndman and Fan's type 7, numpy's default. */
final class ExactDistribution implements Distribution {
  /** The quantiles that reports show. */
  static final double[] QUANTILES = {0.5, 0.9, 0.95, 0.99, 0.999};

  private static final double TAIL = 0.025;

  private final double[] sorted;
  private final GapBootstrap bootstrap;

  private ExactDistribution(double[] sorted, GapBootstrap bootstrap) {
    this.sorted = sorted;
    this.bootstrap = bootstrap;
  }

  static ExactDistribution of(double... samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return new ExactDistribution(sorted, GapBootstrap.NONE);
  }

  static ExactDistribution pooled(List<double[]> clusters, long seed) {
    double[] sorted = new double[clusters.stream().mapToInt(c -> c.length).sum()];
    int at = 0;
    for (double[] cluster : clusters) {
      System.arraycopy(cluster, 0, sorted, at, cluster.length);
      at += cluster.length;
    }
    Arrays.sort(sorted);
    return new ExactDistribution(sorted, GapBootstrap.of(clusters, seed));
  }

  @Override
  public int count() {
    return sorted.length;
  }

  @Override
  public double average() {
    return StatUtils.mean(sorted);
  }

  @Override
  public double min() {
    return sorted.length == 0 ? Double.NaN : sorted[0];
  }

  @Override
  public double max() {
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length - 1];
  }

  @Override
  public double standardDeviation() {
    return sorted.length < 2 ? Double.NaN : Math.sqrt(StatUtils.variance(sorted));
  }

  @Override
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

  @Override
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

  @Override
  public Interval interval(double quantile) {
    if (sorted.length == 0) {
      return Interval.UNKNOWN;
    }
    return bootstrap == GapBootstrap.NONE ? orderStatistics(quantile) : resampled(quantile);
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
