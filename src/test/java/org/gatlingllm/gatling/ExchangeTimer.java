package org.gatlingllm.gatling;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.gatlingllm.gatling.RequestFailures.IdleTimeout;
import org.gatlingllm.gatling.RequestFailures.LeftOpen;
import org.jspecify.annotations.Nullable;

/**
 * The one timer of an exchange: for silence while the answer comes, then for a body that is left
 * open after its end mark. (The time for all of it, {@code llm.timeout}, the client watches.)
 *
 * <p>Confined to the session's event loop.
 */
final class ExchangeTimer {
  private static final Duration LEFT_OPEN_LIMIT = Duration.ofMillis(500);

  private final EventLoop eventLoop;
  private final Duration idleLimit;
  private final LongSupplier silenceNanos;
  private final Consumer<Exception> abort;
  private @Nullable ScheduledFuture<?> pending;

  /**
   * A timer that does not run yet.
   *
   * @param silenceNanos how long nothing has come
   * @param abort is told which limit is up
   */
  ExchangeTimer(
      EventLoop eventLoop,
      Duration idleLimit,
      LongSupplier silenceNanos,
      Consumer<Exception> abort) {
    this.eventLoop = eventLoop;
    this.idleLimit = idleLimit;
    this.silenceNanos = silenceNanos;
    this.abort = abort;
  }

  /** Watches for silence from the first byte of the answer on; further calls do nothing. */
  void answerBegan() {
    if (pending == null) {
      watchSilence(idleLimit.toNanos());
    }
  }

  /** Looks when the limit would be up: a timer set anew with each read would cost as much again. */
  private void watchSilence(long delayNanos) {
    pending = schedule(delayNanos, this::endSilence);
  }

  private void endSilence() {
    long left = idleLimit.toNanos() - silenceNanos.getAsLong();
    if (left > 0) {
      watchSilence(left);
    } else {
      abort.accept(new IdleTimeout(idleLimit));
    }
  }

  /** The end mark came: the body must end soon. */
  void answerEnded() {
    cancel();
    pending = schedule(LEFT_OPEN_LIMIT.toNanos(), () -> abort.accept(new LeftOpen()));
  }

  private ScheduledFuture<?> schedule(long delayNanos, Runnable task) {
    return eventLoop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
  }

  void cancel() {
    if (pending != null) {
      pending.cancel(false);
    }
  }
}
