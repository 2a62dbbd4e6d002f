package org.gatlingllm.gate;

import java.util.Optional;
import org.gatlingllm.metric.Metric;

/**
 * One load before and now, as it is compared.
 *
 * @param before the repeats that are compared
 * @param after the same now
 * @param trust which repeats these are, and why not all
 * @param paired whether the repeats of both ran next to each other
 */
record Sides(LoadState before, LoadState after, Trust trust, boolean paired) {
  /**
   * Rates further apart than this are two loads: near the peak, a queue grows many times as fast as
   * the rate.
   */
  private static final double SAME_RATE = 0.02;

  /** A load and its state in a baseline. */
  static Sides against(LoadState baseline, LoadSample now) {
    Trust trust = Trust.of(now);
    return new Sides(
        baseline, LoadState.of(now.only(trust.kept()), baseline.blocksEach()), trust, false);
  }

  /** A load on two servers that took turns. */
  static Sides paired(LoadSample before, LoadSample after) {
    Trust trust = Trust.ofPairs(before, after);
    LoadState now = LoadState.of(after.only(trust.kept()));
    return new Sides(LoadState.of(before.only(trust.kept()), now.blocksEach()), now, trust, true);
  }

  /** The failures of all repeats. */
  static Sides errors(LoadState before, LoadState after) {
    return new Sides(before, after, Trust.WHOLE, false);
  }

  /** Why a metric cannot be compared; empty where it can. */
  Optional<String> refusal(Metric metric) {
    if (!trust.refused().isEmpty()) {
      return Optional.of(trust.refused());
    }
    if (Math.abs(after.requestsPerSecond() / before.requestsPerSecond() - 1) > SAME_RATE) {
      return Optional.of(
          "the loads differ: "
              + Shown.number(before.requestsPerSecond())
              + " requests/s before and "
              + Shown.number(after.requestsPerSecond())
              + " now; run again with the baseline in place, from which shares of the peak are"
              + " taken then");
    }
    return before.metric(metric).isEmpty() || after.metric(metric).isEmpty()
        ? Optional.of("no request has a " + metric.shortName() + " on one side: nothing to compare")
        : Optional.empty();
  }
}
