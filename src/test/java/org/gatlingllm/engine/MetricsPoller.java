package org.gatlingllm.engine;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gatlingllm.metric.EngineReading;

/**
 * Reads an engine's metrics again and again, on a daemon thread of its own. Readings are due at
 * multiples of the interval since the start; those that a slow answer has overtaken are left out.
 */
public final class MetricsPoller implements AutoCloseable {
  private final MetricsEndpoint endpoint;
  private final long intervalNanos;
  private final Thread thread = new Thread(this::poll, "llm-engine-metrics");

  private Consumer<EngineReading> taker = reading -> {};
  private BooleanSupplier wanted = () -> true;
  private volatile boolean closed;

  /** A poller that has not begun. */
  public MetricsPoller(MetricsEndpoint endpoint, Duration interval) {
    this.endpoint = endpoint;
    this.intervalNanos = interval.toNanos();
    thread.setDaemon(true);
  }

  /**
   * Begins, once.
   *
   * @param taker gets each reading; must not throw
   * @param wanted asked before and after each reading: false leaves it out
   */
  public void start(Consumer<EngineReading> taker, BooleanSupplier wanted) {
    this.taker = taker;
    this.wanted = wanted;
    thread.start();
  }

  private void poll() {
    long startNanos = System.nanoTime();
    while (!closed) {
      if (wanted.getAsBoolean()) {
        EngineReading reading = endpoint.read();
        if (!closed && wanted.getAsBoolean()) {
          taker.accept(reading);
        }
      }
      long passed = System.nanoTime() - startNanos;
      pauseUntil(startNanos + (passed / intervalNanos + 1) * intervalNanos);
    }
  }

  private void pauseUntil(long dueNanos) {
    for (long left = dueNanos - System.nanoTime();
        left > 0 && !closed;
        left = dueNanos - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  /** Ends it, without waiting for an answer that is on its way. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
