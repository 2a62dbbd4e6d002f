package org.gatlingllm.metric;

/**
 * What the server told of its own time, in nanoseconds; {@link TokenTimings#ABSENT} where it did
 * not.
 *
 * @param queueNanos waiting before the work began
 * @param loadNanos loading the model
 * @param prefillNanos reading the prompt
 * @param decodeNanos generating
 */
public record ServerTimings(long queueNanos, long loadNanos, long prefillNanos, long decodeNanos) {
  /** A server that told nothing. */
  public static final ServerTimings NONE =
      new ServerTimings(
          TokenTimings.ABSENT, TokenTimings.ABSENT, TokenTimings.ABSENT, TokenTimings.ABSENT);
}
