package org.gatlingllm.server;

/** When the engine did what for one request, in nanoseconds from the origin of its arrival. */
public final class Timeline {

  private final long arrivalNanos;
  private final long[] tokenNanos;
  private long slotNanos;
  private int cachedTokens;

  Timeline(Arrival arrival) {
    this.arrivalNanos = arrival.atNanos();
    this.tokenNanos = new long[arrival.outputTokens()];
  }

  void admitted(long atNanos, int cachedTokens) {
    this.slotNanos = atNanos;
    this.cachedTokens = cachedTokens;
  }

  void token(int index, long dueNanos) {
    tokenNanos[index] = dueNanos;
  }

  /** When the request arrived. */
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /** When a slot took it. */
  public long slotNanos() {
    return slotNanos;
  }

  /** Prompt tokens that the prefix cache had. */
  public int cachedTokens() {
    return cachedTokens;
  }

  /** Number of output tokens. */
  public int tokens() {
    return tokenNanos.length;
  }

  /** When token {@code index}, counted from 0, came. */
  public long tokenNanos(int index) {
    return tokenNanos[index];
  }

  /** Time to first token: first token − arrival. */
  public long ttftNanos() {
    return tokenNanos[0] - arrivalNanos;
  }

  /** When the last token came. */
  public long endNanos() {
    return tokenNanos[tokenNanos.length - 1];
  }
}
