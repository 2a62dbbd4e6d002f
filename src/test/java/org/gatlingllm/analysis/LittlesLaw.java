package org.gatlingllm.analysis;

/**
 * L = λW, as a check of the measurement itself: the two sides come from different clocks and logs.
 *
 * @param arrivalRatePerSecond λ = ended ÷ window
 * @param meanResidenceSeconds W = mean of closed − sent
 * @param expectedInFlight L = λW
 * @param observedInFlight time-average of streams in flight in the same window, from Gatling's own
 *     log; NaN where that log is absent, cut or not yet closed
 * @param relativeError |observed − expected| ÷ expected, or NaN
 * @param tolerance the relative error up to which the law holds: 5 %, or what the milliseconds of
 *     Gatling's log allow in a short window, and on top the share of W after the last token, which
 *     that log does not cover
 * @param judged whether the law is judged here: users do not pause, W ≥ 100 ms, and the log is
 *     there
 */
public record LittlesLaw(
    double arrivalRatePerSecond,
    double meanResidenceSeconds,
    double expectedInFlight,
    double observedInFlight,
    double relativeError,
    double tolerance,
    boolean judged) {

  /** Whether the law was judged and does not hold. */
  public boolean broken() {
    return judged && relativeError > tolerance;
  }
}
