package org.gatlingllm.gatling;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * One monotonic clock for a run, and the wall clock that it started at.
 *
 * @param baseNanos {@link System#nanoTime} at the start
 * @param baseMicros microseconds since the epoch at that same instant
 */
record RunClock(long baseNanos, long baseMicros) {

  static RunClock start() {
    Instant now = Instant.now();
    long micros =
        TimeUnit.SECONDS.toMicros(now.getEpochSecond())
            + TimeUnit.NANOSECONDS.toMicros(now.getNano());
    return new RunClock(System.nanoTime(), micros);
  }

  long nanos() {
    return System.nanoTime();
  }

  /** Epoch milliseconds of an instant of the monotonic clock, as Gatling's log wants them. */
  long epochMillis(long nanos) {
    return Math.floorDiv(baseMicros + Math.floorDiv(nanos - baseNanos, 1000L), 1000L);
  }
}
