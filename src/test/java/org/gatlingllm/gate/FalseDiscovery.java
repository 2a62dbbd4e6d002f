package org.gatlingllm.gate;

import java.util.List;

/**
 * The correction for many comparisons: of all that are called changed, at most 5 % are by chance
 * (Benjamini, Krieger and Yekutieli, Biometrika 93, 2006, the two-stage procedure). Where nothing
 * has changed, that is also the chance that anything at all is called so. A first pass tells how
 * many have changed, so that the second corrects only for those that may not have.
 */
final class FalseDiscovery {
  private FalseDiscovery() {}

  /**
   * The largest probability that is still a discovery, or a negative number where none is; at most
   * {@code alpha}, so that no discovery lies within its own interval.
   */
  static double threshold(List<Double> probabilities, double alpha) {
    double[] sorted = probabilities.stream().mapToDouble(p -> p).sorted().toArray();
    double stage = alpha / (1 + alpha);
    int first = discoveries(sorted, stage, sorted.length);
    int unchanged = sorted.length - first;
    int found = unchanged == 0 || first == 0 ? first : discoveries(sorted, stage, unchanged);
    return found == 0 ? -1 : Math.min(alpha, sorted[found - 1]);
  }

  /** The largest k with {@code p(k) ≤ k ÷ m × α} (Benjamini and Hochberg, 1995). */
  private static int discoveries(double[] sorted, double alpha, int m) {
    int k = sorted.length;
    while (k > 0 && sorted[k - 1] > alpha * k / m) {
      k--;
    }
    return k;
  }
}
