package org.gatlingllm.analysis;

import java.util.List;
import java.util.Optional;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.SteadySpan;
import org.gatlingllm.metric.TokenTimings;

/**
 * The span of a level in which its load is held: from the first {@code sent} of the C-th user to
 * the last {@code sent} of the level. Before it users still join, after it they drain away.
 */
public final class SteadyState {
  private SteadyState() {}

  /**
   * Returns the rate at which requests completed while the load was held: requests that ended well
   * in the steady span ÷ span, a second. Shares of "the closed peak" are shares of the highest such
   * rate. Warm-up and cancelled requests are left out.
   *
   * @param requests of one level, in any order
   * @param concurrency users of that level
   * @return the rate, or NaN where the span is empty: fewer users than asked for, or no user that
   *     sent a second request
   */
  public static double steadyRequestRate(List<RequestRecord> requests, int concurrency) {
    List<RequestRecord> ended = requests.stream().filter(SteadyState::counts).toList();
    return span(ended, concurrency).map(s -> completed(ended, s) / s.seconds()).orElse(Double.NaN);
  }

  /** Returns the steady span of the requests of a level; empty where it has no length. */
  static Optional<Window> span(List<RequestRecord> ended, int concurrency) {
    return SteadySpan.of(ended, concurrency)
        .map(span -> new Window(span.startNanos(), span.endNanos()));
  }

  /** How many requests were sent in a span, the one that opens it left out. */
  static long sentAfterStart(List<RequestRecord> ended, Window span) {
    return ended.stream()
        .mapToLong(r -> r.timings().sentNanos())
        .filter(sent -> sent > span.startNanos() && sent <= span.endNanos())
        .count();
  }

  /**
   * Output tokens that arrived in a span, whatever became of their request later. Where a server
   * told more tokens than the stream showed, each arrival takes its share of them.
   */
  static double arrivedTokens(List<RequestRecord> ended, Window span) {
    return ended.stream().mapToDouble(r -> arrivedTokens(r, span)).sum();
  }

  private static double arrivedTokens(RequestRecord request, Window span) {
    TokenTimings timings = request.timings();
    long all = 0;
    long inside = 0;
    for (int i = 0; i < timings.arrivals(); i++) {
      all += timings.arrivalTokens(i);
      inside += span.contains(timings.arrivalNanos(i)) ? timings.arrivalTokens(i) : 0;
    }
    return all == 0 ? 0 : (double) request.tokens().outputOrEvents() * inside / all;
  }

  private static double completed(List<RequestRecord> ended, Window span) {
    return ended.stream()
        .filter(r -> r.outcome() == Outcome.OK)
        .filter(r -> span.contains(r.timings().closedNanos()))
        .count();
  }

  private static boolean counts(RequestRecord request) {
    return !request.id().warmUp() && request.outcome() != Outcome.CANCELLED;
  }
}
