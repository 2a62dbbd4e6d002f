package org.gatlingllm.analysis;

import java.util.List;
import java.util.Optional;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.SteadySpan;
import org.gatlingllm.metric.TokenTimings;

/**
 * The span of a level in which its load is held: from the first {@code sent} of the C-th user to
 * the last {@code sent} of the level. Before it users still join, after it they drain away.
 */
final class SteadyState {
  private SteadyState() {}

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
}
