package org.gatlingllm.analysis;

/**
 * The measured interval of a level: numerator and denominator of every rate use the same one.
 *
 * @param startNanos on the run's monotonic clock
 * @param endNanos on the run's monotonic clock
 */
public record Window(long startNanos, long endNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Its length in seconds. */
  public double seconds() {
    return (endNanos - startNanos) / NANOS_PER_SECOND;
  }
}
