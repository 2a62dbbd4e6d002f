package org.gatlingllm.server;

/**
 * The scheduling of an inference engine, without clock, thread or socket.
 *
 * <p>The driver calls {@link #arrive} and {@link #fire} in the order of their times: before it
 * hands in an arrival it fires every event that is due before it. Not thread-safe.
 */
sealed interface Engine permits BatchEngine, IndependentEngine {

  /** {@link #nextNanos()} of an engine that waits for requests only. */
  long IDLE = Long.MAX_VALUE;

  static Engine of(ServiceModel model, long seed) {
    return model.independent() ? new IndependentEngine(model, seed) : new BatchEngine(model, seed);
  }

  /** Takes a request in; its arrival time starts the engine if that is idle. */
  void arrive(Sequence sequence);

  /** Takes a request out: at once from the queue, else at the end of the running iteration. */
  void cancel(Sequence sequence);

  /** Makes the whole engine stand still from then on for so long. */
  void stall(long fromNanos, long durationNanos);

  /** Requests that have a slot. */
  int running();

  /** Requests that wait for one. */
  int waiting();

  /** When the next event is due, or {@link #IDLE}. */
  long nextNanos();

  /** Runs the event that {@link #nextNanos()} announced, at its own time and not at the clock's. */
  void fire();
}
