package org.gatlingllm.gate;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.gatlingllm.metric.Distribution;

/**
 * The spread of a ratio of sums over requests, for samples that depend on each other within a
 * request: requests are drawn with replacement, each with all its samples (cluster bootstrap).
 */
final class RatioBootstrap {
  /** Clusters under which a resample says nothing of the next request. */
  static final int FEWEST_CLUSTERS = 5;

  private static final int RESAMPLES = 2000;

  private RatioBootstrap() {}

  /**
   * Returns the distribution of {@code Σ part ÷ Σ whole} over resamples.
   *
   * @param clusters part and whole of each request; the wholes are not all 0
   */
  static Distribution of(List<double[]> clusters, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] ratios = new double[RESAMPLES];
    for (int r = 0; r < RESAMPLES; r++) {
      double part = 0;
      double whole = 0;
      for (int i = 0; i < clusters.size(); i++) {
        double[] drawn = clusters.get(random.nextInt(clusters.size()));
        part += drawn[0];
        whole += drawn[1];
      }
      ratios[r] = part / whole;
    }
    return Distribution.of(Arrays.stream(ratios).filter(Double::isFinite).toArray());
  }
}
