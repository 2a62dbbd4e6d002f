package org.gatlingllm.stream;

import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/**
 * When the tokens of a stream came: one arrival for each socket read that held a token event.
 * Immutable.
 */
public final class TokenArrivals {
  private final long[] nanos;
  private final int @Nullable [] tokens;
  private final int @Nullable [] runningTotals;
  private final long firstOutputNanos;

  TokenArrivals(Arrivals arrivals) {
    nanos = arrivals.nanos();
    tokens = arrivals.tokens();
    runningTotals = arrivals.runningTotals();
    firstOutputNanos = arrivals.firstOutputNanos();
  }

  /** How many. */
  public int count() {
    return nanos.length;
  }

  /** The time of arrival {@code i}, 0-based. */
  public long nanos(int i) {
    return nanos[i];
  }

  /**
   * How many tokens arrival {@code i} delivered: by the server's running total if it told one with
   * every token event, else the number of token events.
   */
  public int tokens(int i) {
    return tokens == null ? 1 : tokens[i];
  }

  /** The first arrival with visible text, or {@link TokenTimings#ABSENT}. */
  public long firstOutputNanos() {
    return firstOutputNanos;
  }

  /** The server's running total at each token event, or null when it told none. */
  int @Nullable [] runningTotals() {
    return runningTotals == null ? null : runningTotals.clone();
  }

  TokenTimings timings(TokenTimings.Request request) {
    if (nanos.length == 0) {
      return TokenTimings.withoutTokens(request);
    }
    return TokenTimings.of(
        request, firstOutputNanos, nanos.clone(), tokens == null ? null : tokens.clone());
  }
}
