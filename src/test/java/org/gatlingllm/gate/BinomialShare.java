package org.gatlingllm.gate;

import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.gatlingllm.metric.Interval;

/**
 * The exact binomial test of a share.
 *
 * <p>Requests of one level are treated as independent here. Where they queue together, a few that
 * are late for one cause count as several; the level is then too small for its verdict, and repeats
 * help.
 */
final class BinomialShare {
  /** One-sided: so often a limit that is just kept may be called missed. */
  static final double ALPHA = 0.05;

  private static final double TAIL = 0.025;

  private BinomialShare() {}

  /**
   * The probability of at least so many bad ones where their true share is the allowed one: {@code
   * P(X ≥ bad)}, X binomial.
   *
   * @param allowed share of bad ones, 0 to 1; with 0 a single one proves the breach
   */
  static double probability(int bad, int n, double allowed) {
    return bad == 0
        ? 1
        : 1 - new BinomialDistribution(null, n, allowed).cumulativeProbability(bad - 1);
  }

  /** Whether so many bad ones cannot be chance. */
  static boolean breached(int bad, int n, double allowed) {
    return probability(bad, n, allowed) <= ALPHA;
  }

  /** Two-sided 95 % interval of the true share (Clopper and Pearson, 1934). */
  static Interval interval(int bad, int n) {
    double low =
        bad == 0
            ? 0
            : new BetaDistribution(null, bad, n - bad + 1.0).inverseCumulativeProbability(TAIL);
    double high =
        bad == n
            ? 1
            : new BetaDistribution(null, bad + 1.0, n - bad).inverseCumulativeProbability(1 - TAIL);
    return new Interval(low, high);
  }

  /** Requests from which on one is expected beyond: fewer say nothing of such a quantile. */
  static int needed(double allowed) {
    return allowed == 0 ? 1 : (int) Math.ceil(1 / allowed - 1e-9);
  }
}
