package org.gatlingllm.gatling;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the arrivals of an open profile are spread.
 *
 * @param process draws them
 * @param burstiness of {@link Arrivals.Pattern#GAMMA}
 * @param seed of the drawing
 * @param trace replayed in place of all that, or null
 * @param traceScale multiplies the trace's times
 */
record ArrivalShape(
    Arrivals.Pattern process,
    double burstiness,
    long seed,
    @Nullable Path trace,
    double traceScale) {

  static ArrivalShape standard() {
    return new ArrivalShape(Arrivals.Pattern.POISSON, 1, 1, null, 1);
  }

  ArrivalShape process(Arrivals.Pattern pattern) {
    return new ArrivalShape(pattern, burstiness, seed, trace, traceScale);
  }

  ArrivalShape burstiness(double shape) {
    Arrivals.Pattern.checkBurstiness(shape);
    return new ArrivalShape(process, shape, seed, trace, traceScale);
  }

  ArrivalShape seed(long drawing) {
    return new ArrivalShape(process, burstiness, drawing, trace, traceScale);
  }

  ArrivalShape trace(Path file, double timeScale) {
    if (!(timeScale > 0) || Double.isInfinite(timeScale)) {
      throw new IllegalArgumentException(
          "cannot replay a trace: expected a positive time scale, found " + timeScale);
    }
    return new ArrivalShape(process, burstiness, seed, file, timeScale);
  }
}
