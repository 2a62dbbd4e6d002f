package org.gatlingllm.metric;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Percentile intervals for samples that come in clusters: requests are drawn with replacement, each
 * with all its gaps (cluster bootstrap, percentile method; Efron and Tibshirani, 1993, ch. 13).
 *
 * <p>Samples are kept as logarithmic bins of 0.1 % width, two bytes each, so that a resample is one
 * pass of counting and ten million gaps fit into 20 MB.
 */
final class GapBootstrap {
  static final GapBootstrap NONE = new GapBootstrap(List.of(), 0);

  private static final double BINS_AN_E_FOLD = 1000;
  private static final int MOST_RESAMPLES = 1000;
  private static final int FEWEST_RESAMPLES = 200;
  private static final long GAPS_TO_VISIT = 200_000_000;

  private final char[][] clusters;
  private final int bins;
  private final long seed;
  private final Map<Double, Interval> known = new ConcurrentHashMap<>();

  private GapBootstrap(List<char[]> clusters, long seed) {
    this.clusters = clusters.toArray(char[][]::new);
    this.seed = seed;
    int highest = 0;
    for (char[] cluster : clusters) {
      for (char bin : cluster) {
        highest = Math.max(highest, bin);
      }
    }
    this.bins = highest + 1;
  }

  static GapBootstrap of(List<double[]> clusters, long seed) {
    return new GapBootstrap(
        clusters.stream().filter(c -> c.length > 0).map(GapBootstrap::binned).toList(), seed);
  }

  /** Returns the interval; unknown for fewer than two requests, which tell nothing of a third. */
  Interval interval(double quantile) {
    if (clusters.length < 2) {
      return Interval.UNKNOWN;
    }
    Interval interval = known.get(quantile);
    if (interval == null) {
      resample(
          Arrays.stream(ExactDistribution.QUANTILES).anyMatch(q -> q == quantile)
              ? ExactDistribution.QUANTILES
              : new double[] {quantile});
      interval = known.getOrDefault(quantile, Interval.UNKNOWN);
    }
    return interval;
  }

  private void resample(double[] quantiles) {
    SplittableRandom random = new SplittableRandom(seed);
    int resamples = resamples();
    double[][] found = new double[quantiles.length][resamples];
    int[] counts = new int[bins];
    for (int r = 0; r < resamples; r++) {
      long total = draw(random, counts);
      for (int q = 0; q < quantiles.length; q++) {
        found[q][r] = value(counts, quantiles[q] * (total - 1));
      }
    }
    for (int q = 0; q < quantiles.length; q++) {
      Distribution of = Distribution.of(found[q]);
      known.put(quantiles[q], new Interval(of.quantile(0.025), of.quantile(0.975)));
    }
  }

  private int resamples() {
    double gaps = StatUtils.sum(Arrays.stream(clusters).mapToDouble(c -> c.length).toArray());
    return (int) Math.max(FEWEST_RESAMPLES, Math.min(MOST_RESAMPLES, GAPS_TO_VISIT / gaps));
  }

  private long draw(SplittableRandom random, int[] counts) {
    Arrays.fill(counts, 0);
    int[] weight = new int[clusters.length];
    for (int i = 0; i < clusters.length; i++) {
      weight[random.nextInt(clusters.length)]++;
    }
    long total = 0;
    for (int c = 0; c < clusters.length; c++) {
      if (weight[c] > 0) {
        for (char bin : clusters[c]) {
          counts[bin] += weight[c];
        }
        total += (long) weight[c] * clusters[c].length;
      }
    }
    return total;
  }

  private static double value(int[] counts, double rank) {
    long seen = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      seen += counts[bin];
      if (seen > rank) {
        return Math.exp(bin / BINS_AN_E_FOLD);
      }
    }
    return Math.exp((counts.length - 1) / BINS_AN_E_FOLD);
  }

  private static char[] binned(double[] cluster) {
    char[] bins = new char[cluster.length];
    for (int i = 0; i < bins.length; i++) {
      bins[i] = (char) Math.round(Math.log(Math.max(1, cluster[i])) * BINS_AN_E_FOLD);
    }
    return bins;
  }
}
