package org.gatlingllm.metric;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The marks on the clock of one stream, in nanoseconds of one monotonic clock.
 *
 * <p>An <em>arrival</em> is one socket read that held at least one token event; all token events of
 * one read share its time, because the client cannot know more.
 */
public final class TokenTimings {
  /** A mark that never came. */
  public static final long ABSENT = Long.MIN_VALUE;

  private static final long[] NONE = {};

  private final long scheduledNanos;
  private final long sentNanos;
  private final long headersNanos;
  private final long firstOutputNanos;
  private final long closedNanos;
  private final long[] arrivalNanos;
  private final int @Nullable [] arrivalTokens;

  private TokenTimings(
      Request request, long firstOutputNanos, long[] arrivalNanos, int @Nullable [] arrivalTokens) {
    this.scheduledNanos = request.scheduledNanos;
    this.sentNanos = request.sentNanos;
    this.headersNanos = request.headersNanos;
    this.closedNanos = request.closedNanos;
    this.firstOutputNanos = firstOutputNanos;
    this.arrivalNanos = arrivalNanos;
    this.arrivalTokens = arrivalTokens;
  }

  /**
   * The marks of a request that do not depend on its tokens.
   *
   * @param scheduledNanos when the load model wanted the request to start
   * @param sentNanos when it was handed to the HTTP client
   * @param headersNanos when status line and headers arrived, or {@link #ABSENT}
   * @param closedNanos the proper end of the body, or the error
   */
  public record Request(long scheduledNanos, long sentNanos, long headersNanos, long closedNanos) {}

  /** Returns the timings of a request that received no token. */
  public static TokenTimings withoutTokens(Request request) {
    return new TokenTimings(request, ABSENT, NONE, null);
  }

  /**
   * Returns the timings of a stream.
   *
   * @param firstOutputNanos the first arrival with visible text, or {@link #ABSENT}
   * @param arrivalNanos the arrivals, not decreasing; taken over, not copied
   * @param arrivalTokens how many tokens each arrival delivered, or null when each delivered one;
   *     taken over, not copied
   * @throws IllegalArgumentException when the arrays differ in length or the arrivals decrease
   */
  public static TokenTimings of(
      Request request, long firstOutputNanos, long[] arrivalNanos, int @Nullable [] arrivalTokens) {
    if (arrivalTokens != null && arrivalTokens.length != arrivalNanos.length) {
      throw new IllegalArgumentException(
          "arrivalTokens has "
              + arrivalTokens.length
              + " entries, arrivals "
              + arrivalNanos.length);
    }
    for (int i = 1; i < arrivalNanos.length; i++) {
      if (arrivalNanos[i] < arrivalNanos[i - 1]) {
        throw new IllegalArgumentException("arrival " + i + " is before the one that precedes it");
      }
    }
    return new TokenTimings(request, firstOutputNanos, arrivalNanos, arrivalTokens);
  }

  /** When the load model wanted this request to start. */
  public long scheduledNanos() {
    return scheduledNanos;
  }

  /** When the request was handed to the HTTP client. */
  public long sentNanos() {
    return sentNanos;
  }

  /** When status line and headers arrived, or {@link #ABSENT}. */
  public long headersNanos() {
    return headersNanos;
  }

  /** The first arrival with visible text, or {@link #ABSENT}. */
  public long firstOutputNanos() {
    return firstOutputNanos;
  }

  /** The proper end of the body, or the error. */
  public long closedNanos() {
    return closedNanos;
  }

  /** How many socket reads held a token event. */
  public int arrivals() {
    return arrivalNanos.length;
  }

  /** The time of arrival {@code i}, 0-based. */
  public long arrivalNanos(int i) {
    return arrivalNanos[i];
  }

  /** The time of the first arrival, or {@link #ABSENT}. */
  public long firstTokenNanos() {
    return arrivalNanos.length == 0 ? ABSENT : arrivalNanos[0];
  }

  /** The time of the last arrival, or {@link #ABSENT}. */
  public long lastTokenNanos() {
    return arrivalNanos.length == 0 ? ABSENT : arrivalNanos[arrivalNanos.length - 1];
  }

  /**
   * How many tokens arrival {@code i} delivered: at least 0, and 0 only where a server counts so.
   */
  public int arrivalTokens(int i) {
    return arrivalTokens == null ? 1 : arrivalTokens[i];
  }

  /** Whether every arrival delivered exactly one token. */
  public boolean oneTokenAnArrival() {
    return arrivalTokens == null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TokenTimings that
        && scheduledNanos == that.scheduledNanos
        && sentNanos == that.sentNanos
        && headersNanos == that.headersNanos
        && firstOutputNanos == that.firstOutputNanos
        && closedNanos == that.closedNanos
        && Arrays.equals(arrivalNanos, that.arrivalNanos)
        && Arrays.equals(arrivalTokens, that.arrivalTokens);
  }

  @Override
  public int hashCode() {
    return Objects.hash(scheduledNanos, sentNanos, closedNanos, Arrays.hashCode(arrivalNanos));
  }

  @Override
  public String toString() {
    return "TokenTimings[sent=" + sentNanos + ", arrivals=" + arrivalNanos.length + "]";
  }
}
