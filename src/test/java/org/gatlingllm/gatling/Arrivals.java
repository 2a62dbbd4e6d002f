package org.gatlingllm.gatling;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The instants at which an open level wants its requests to start: nanoseconds since the level's
 * start, not decreasing. Absolute, so that one late request does not move the next. The caller
 * decides when to take the next one.
 */
@FunctionalInterface
public interface Arrivals {
  /** Returns the next instant, in nanoseconds since the level's start. */
  long nextNanos();

  /**
   * Makes arrivals of a given mean rate.
   *
   * <p>A process is named, so that settings and reports can tell which it was.
   */
  enum Pattern {
    /**
     * Independent arrivals. Gaps are exponential: {@code −ln(1 − u) ÷ rate} for uniform {@code u}
     * (inverse transform), so the count in any interval is Poisson. What many independent users
     * make together.
     */
    POISSON {
      @Override
      public Arrivals at(double requestsPerSecond, RandomGenerator random) {
        checkRate(requestsPerSecond);
        return new Arrivals() {
          private double seconds;

          @Override
          public long nextNanos() {
            seconds += -Math.log1p(-random.nextDouble()) / requestsPerSecond;
            return (long) (seconds * NANOS_PER_SECOND);
          }
        };
      }
    },
    /** The k-th arrival at {@code k ÷ rate}, k from 0. What a batch job or a cron makes. */
    CONSTANT {
      @Override
      public Arrivals at(double requestsPerSecond, RandomGenerator random) {
        checkRate(requestsPerSecond);
        return new Arrivals() {
          private long count;

          @Override
          public long nextNanos() {
            return (long) (count++ / requestsPerSecond * NANOS_PER_SECOND);
          }
        };
      }
    };

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Returns arrivals of this process.
     *
     * @throws IllegalArgumentException when the rate is not a positive number
     */
    public abstract Arrivals at(double requestsPerSecond, RandomGenerator random);

    /** Returns the process of this name, in any case. */
    public static Optional<Pattern> named(String name) {
      return Stream.of(values()).filter(p -> p.name().equalsIgnoreCase(name)).findFirst();
    }

    /** The names, as settings spell them. */
    public static List<String> names() {
      return Stream.of(values()).map(p -> p.name().toLowerCase(Locale.ROOT)).toList();
    }

    private static void checkRate(double requestsPerSecond) {
      if (!(requestsPerSecond > 0) || Double.isInfinite(requestsPerSecond)) {
        throw new IllegalArgumentException(
            "cannot make arrivals: expected a positive rate in requests/s, found "
                + requestsPerSecond);
      }
    }
  }
}
