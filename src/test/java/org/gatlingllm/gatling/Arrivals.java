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
      Gaps gaps(double burstiness, RandomGenerator random) {
        return () -> -Math.log1p(-random.nextDouble());
      }
    },
    /**
     * Bursts, or the contrary. Gaps follow a gamma distribution of shape {@code burstiness} and
     * mean {@code 1 ÷ rate}, as vLLM's parameter of that name: their coefficient of variation is
     * {@code 1 ÷ √burstiness}. 1 is Poisson; below it requests come in bursts, above it more
     * evenly.
     */
    GAMMA {
      @Override
      Gaps gaps(double burstiness, RandomGenerator random) {
        return () -> GammaDraw.of(burstiness, random) / burstiness;
      }
    },
    /** The k-th arrival at {@code k ÷ rate}, k from 0. What a batch job or a cron makes. */
    CONSTANT {
      @Override
      Gaps gaps(double burstiness, RandomGenerator random) {
        return () -> 1;
      }

      @Override
      Arrivals at(Ramp ramp, double burstiness, RandomGenerator random) {
        return new Arrivals() {
          private long count;

          @Override
          public long nextNanos() {
            // not a sum of gaps: that would drift
            return ramp.nanosOf((double) count++);
          }
        };
      }
    };

    /** Gaps of mean 1. */
    interface Gaps {
      double next();
    }

    abstract Gaps gaps(double burstiness, RandomGenerator random);

    /**
     * Returns arrivals of this process; those of {@link #GAMMA} with burstiness 1.
     *
     * @throws IllegalArgumentException when the rate is not a positive number
     */
    public Arrivals at(double requestsPerSecond, RandomGenerator random) {
      return at(Ramp.flat(requestsPerSecond), 1, random);
    }

    /**
     * Returns arrivals of this process whose rate changes: the process of rate 1, with its time
     * stretched so that as many arrivals are expected up to each instant as the ramp says.
     *
     * @param burstiness of {@link #GAMMA}; the others do not look at it
     * @throws IllegalArgumentException when burstiness is not a positive number
     */
    Arrivals at(Ramp ramp, double burstiness, RandomGenerator random) {
      checkBurstiness(burstiness);
      Gaps gaps = gaps(burstiness, random);
      return new Arrivals() {
        private double expected;

        @Override
        public long nextNanos() {
          expected += gaps.next();
          return ramp.nanosOf(expected);
        }
      };
    }

    /** Returns the process of this name, in any case. */
    public static Optional<Pattern> named(String name) {
      return Stream.of(values()).filter(p -> p.name().equalsIgnoreCase(name)).findFirst();
    }

    /** The names, as settings spell them. */
    public static List<String> names() {
      return Stream.of(values()).map(p -> p.name().toLowerCase(Locale.ROOT)).toList();
    }

    static void checkBurstiness(double burstiness) {
      if (!(burstiness > 0) || Double.isInfinite(burstiness)) {
        throw new IllegalArgumentException(
            "cannot make arrivals: expected a positive burstiness, found " + burstiness);
      }
    }
  }
}
