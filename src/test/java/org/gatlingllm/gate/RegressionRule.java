package org.gatlingllm.gate;

import java.util.List;
import org.gatlingllm.metric.Metric;

/**
 * How changes since a baseline are judged.
 *
 * @param threshold relative change that is noise, above 0: 0.1 for 10 %
 * @param metrics which are judged
 * @param inconclusive share of all comparisons that may be inconclusive: where more are, the gate
 *     itself has not judged; 1 where all may
 */
public record RegressionRule(double threshold, List<Metric> metrics, double inconclusive) {
  /**
   * 10 % on time to first token, gap between tokens and time per output token; a fifth may fail to
   * judge.
   */
  public static final RegressionRule STANDARD =
      new RegressionRule(
          0.1,
          List.of(
              Metric.TIME_TO_FIRST_TOKEN, Metric.INTER_TOKEN_LATENCY, Metric.TIME_PER_OUTPUT_TOKEN),
          0.2);

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException when the threshold is not above 0 and below 1
   */
  public RegressionRule {
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException(
          "cannot judge changes against a threshold of " + threshold + ": expected 0 to 1");
    }
    if (!(inconclusive >= 0 && inconclusive <= 1)) {
      throw new IllegalArgumentException(
          "cannot allow a share of " + inconclusive + " to be inconclusive: expected 0 to 1");
    }
    metrics = List.copyOf(metrics);
  }

  /** The same with another threshold. */
  public RegressionRule withThreshold(double share) {
    return new RegressionRule(share, metrics, inconclusive);
  }
}
