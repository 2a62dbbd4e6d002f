package org.gatlingllm.server;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Drives an {@link Engine} and timed actions in real time, on one thread of its own.
 *
 * <p>It parks until a little before the next deadline and spins the rest, since the kernel wakes a
 * parked thread some 50 to 100 µs late. Spinning is limited to a tenth of the thread's time: under
 * a dense load, where the next deadline is always near, the server must not eat the core that the
 * client needs; its tokens are then a little later, and their true send times say so.
 *
 * <p>Any thread may call any method; everything else happens on the engine's thread, in the order
 * of the calls.
 */
final class EngineThread implements AutoCloseable {

  private static final double SPIN_SHARE = 0.1;

  private record Timer(long nanos, long order, Runnable action) {}

  private final Engine engine;
  private final long spinNanos;
  private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::nanos).thenComparingLong(Timer::order));
  private final Thread thread = new Thread(this::run, "llm-server-engine");
  private final long startedNanos = System.nanoTime();
  private volatile boolean closed;
  private long order;
  private long spunNanos;

  EngineThread(Engine engine, long spinNanos) {
    this.engine = engine;
    this.spinNanos = spinNanos;
    thread.setDaemon(true);
    thread.start();
  }

  void arrive(Sequence sequence) {
    post(
        () -> {
          fireUntil(sequence.arrivalNanos);
          engine.arrive(sequence);
        });
  }

  void cancel(Sequence sequence) {
    post(() -> engine.cancel(sequence));
  }

  void stall(long fromNanos, long durationNanos) {
    post(() -> engine.stall(fromNanos, durationNanos));
  }

  /** Lets someone look at the engine, on its thread. */
  void look(Consumer<Engine> look) {
    post(() -> look.accept(engine));
  }

  /**
   * Runs an action at that time on the engine's thread; those of one time in the order of calls.
   */
  void at(long nanos, Runnable action) {
    if (Thread.currentThread() == thread) {
      timers.add(new Timer(nanos, order++, action));
    } else {
      post(() -> timers.add(new Timer(nanos, order++, action)));
    }
  }

  /** Ends the thread; when this returns, nothing more is said to any listener. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(Runnable command) {
    inbox.add(command);
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      for (Runnable command = inbox.poll(); command != null; command = inbox.poll()) {
        command.run();
      }
      long nextNanos = nextNanos();
      if (nextNanos <= System.nanoTime()) {
        fireOne(nextNanos);
      } else {
        awaitUntil(nextNanos);
      }
    }
  }

  private long nextNanos() {
    Timer timer = timers.peek();
    return timer == null ? engine.nextNanos() : Math.min(timer.nanos, engine.nextNanos());
  }

  // The engine first: an action of the same time may belong to a token of that time.
  private void fireOne(long nanos) {
    if (engine.nextNanos() == nanos) {
      engine.fire();
    } else {
      timers.remove().action.run();
    }
  }

  private void fireUntil(long nanos) {
    while (engine.nextNanos() <= nanos) {
      engine.fire();
    }
  }

  private void awaitUntil(long deadlineNanos) {
    if (deadlineNanos == Engine.IDLE) {
      LockSupport.park(this);
      return;
    }
    long nowNanos = System.nanoTime();
    boolean maySpin = spunNanos <= SPIN_SHARE * (nowNanos - startedNanos);
    long parkNanos = deadlineNanos - nowNanos - (maySpin ? spinNanos : 0);
    if (parkNanos > 0) {
      LockSupport.parkNanos(this, parkNanos);
    } else {
      spinUntil(deadlineNanos, nowNanos);
    }
  }

  private void spinUntil(long deadlineNanos, long fromNanos) {
    long nowNanos = fromNanos;
    while (nowNanos < deadlineNanos && inbox.isEmpty()) {
      Thread.onSpinWait();
      nowNanos = System.nanoTime();
    }
    spunNanos += nowNanos - fromNanos;
  }
}
