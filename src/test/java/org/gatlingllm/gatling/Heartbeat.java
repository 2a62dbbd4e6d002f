package org.gatlingllm.gatling;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * A beat each millisecond on one event loop, and how late each comes. Beats have absolute
 * deadlines, so a loop that was blocked for a second shows a thousand late beats, as a thousand
 * tokens would have been late.
 */
final class Heartbeat {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int DIGITS = 3;

  private final SingleWriterRecorder lag = new SingleWriterRecorder(DIGITS);
  private final LongSupplier nanoClock;
  private final ScheduledFuture<?> beats;
  private long deadlineNanos;

  Heartbeat(EventExecutor loop, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.deadlineNanos = nanoClock.getAsLong() + PERIOD_NANOS;
    this.beats =
        loop.scheduleAtFixedRate(this::beat, PERIOD_NANOS, PERIOD_NANOS, TimeUnit.NANOSECONDS);
  }

  private void beat() {
    lag.recordValue(Math.max(0, nanoClock.getAsLong() - deadlineNanos));
    deadlineNanos += PERIOD_NANOS;
  }

  /** The lags since the last call, in nanoseconds. */
  Histogram lagsSinceLast() {
    return lag.getIntervalHistogram();
  }

  void stop() {
    beats.cancel(false);
  }
}
