package org.gatlingllm.gatling;

/**
 * A rate of arrivals that grows or falls evenly from one value to another, and stays there.
 *
 * @param fromPerSecond requests per second at the start
 * @param toPerSecond requests per second after {@code seconds}
 * @param seconds how long it takes; infinite for a rate that does not change
 */
record Ramp(double fromPerSecond, double toPerSecond, double seconds) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Checks its values.
   *
   * @throws IllegalArgumentException when a rate is not a positive number
   */
  Ramp {
    checkRate(fromPerSecond);
    checkRate(toPerSecond);
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("a ramp must last longer than 0, found " + seconds);
    }
  }

  static Ramp flat(double requestsPerSecond) {
    return new Ramp(requestsPerSecond, requestsPerSecond, Double.POSITIVE_INFINITY);
  }

  /** Mean rate while it ramps. */
  static double mean(double fromPerSecond, double toPerSecond) {
    return (fromPerSecond + toPerSecond) / 2;
  }

  /**
   * When so many arrivals are expected: the {@code t} of {@code a·t + (b − a)·t² ÷ 2T = expected}
   * for rates {@code a} and {@code b} and length {@code T}, as {@code 2·expected ÷ (a + √(a² + 2·(b
   * − a)·expected ÷ T))}, which holds for {@code a = b} too; after {@code T} at rate {@code b}.
   */
  long nanosOf(double expected) {
    double inRamp = mean(fromPerSecond, toPerSecond) * seconds;
    if (expected > inRamp) {
      return (long) ((seconds + (expected - inRamp) / toPerSecond) * NANOS_PER_SECOND);
    }
    double slope = (toPerSecond - fromPerSecond) / seconds;
    double square = fromPerSecond * fromPerSecond + 2 * slope * expected;
    return (long)
        (2 * expected / (fromPerSecond + Math.sqrt(Math.max(0, square))) * NANOS_PER_SECOND);
  }

  private static void checkRate(double requestsPerSecond) {
    if (!(requestsPerSecond > 0) || Double.isInfinite(requestsPerSecond)) {
      throw new IllegalArgumentException(
          "cannot make arrivals: expected a positive rate in requests/s, found "
              + requestsPerSecond);
    }
  }
}
