package org.gatlingllm.server;

/** One request inside the engine. Owned by the engine's thread, but for what is final. */
final class Sequence {

  /** Hears what the engine does for one request; called on the engine's thread. */
  interface Listener {

    /** A slot took the request; so many of its prompt tokens were in the prefix cache. */
    void admitted(long atNanos, int cachedTokens);

    /** Token {@code index}, counted from 0, is due at that time, which may just have passed. */
    void token(int index, long dueNanos);

    /** The request left the engine, done or cancelled; called once. */
    default void left() {}
  }

  final Prompt prompt;
  final int outputTokens;
  final long arrivalNanos;
  final Listener listener;

  /** Prompt tokens still to be computed; not yet known: −1. */
  int prefillLeft = -1;

  boolean prefillBegun;
  boolean cancelled;
  private int produced;

  Sequence(Prompt prompt, int outputTokens, long arrivalNanos, Listener listener) {
    if (outputTokens < 1) {
      throw new IllegalArgumentException(
          "sequence: expected at least 1 output token, found " + outputTokens);
    }
    this.prompt = prompt;
    this.outputTokens = outputTokens;
    this.arrivalNanos = arrivalNanos;
    this.listener = listener;
  }

  void produce(long dueNanos) {
    listener.token(produced++, dueNanos);
  }

  boolean done() {
    return cancelled || produced == outputTokens;
  }
}
