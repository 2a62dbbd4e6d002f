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

  /** How much of it lies in another, in nanoseconds; 0 when apart. */
  long overlapNanos(Window other) {
    return Math.max(0, Math.min(endNanos, other.endNanos) - Math.max(startNanos, other.startNanos));
  }

  /** Whether an instant lies in it, both ends included. */
  boolean contains(long nanos) {
    return startNanos <= nanos && nanos <= endNanos;
  }
}
