package org.gatlingllm.metric;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a closed level in which all users were at work: from the first {@code sent} of the
 * last user to begin to the last {@code sent} of the level. Ramp and drain are cut.
 *
 * @param startNanos first {@code sent} of the C-th user
 * @param endNanos last {@code sent} of the level
 */
public record SteadySpan(long startNanos, long endNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Returns the span of a closed level's requests; empty where fewer than {@code concurrency} users
   * sent one, or where nothing was sent after the last user began.
   */
  public static Optional<SteadySpan> of(Collection<RequestRecord> requests, int concurrency) {
    Map<Long, Long> firstSent = new HashMap<>();
    long last = Long.MIN_VALUE;
    for (RequestRecord r : requests) {
      firstSent.merge(r.id().user(), r.timings().sentNanos(), Math::min);
      last = Math.max(last, r.timings().sentNanos());
    }
    if (firstSent.size() < concurrency) {
      return Optional.empty();
    }
    long start =
        firstSent.values().stream().sorted(Comparator.naturalOrder()).toList().get(concurrency - 1);
    return start < last ? Optional.of(new SteadySpan(start, last)) : Optional.empty();
  }

  /** Its length in seconds. */
  public double seconds() {
    return (endNanos - startNanos) / NANOS_PER_SECOND;
  }

  /** Whether an instant lies in it: after its start, up to its end. */
  public boolean contains(long nanos) {
    return nanos > startNanos && nanos <= endNanos;
  }

  /**
   * Returns the rate at which requests of a closed level completed while its load was held: those
   * that ended ok within the span ÷ span, a second. Shares of "the closed peak" are shares of the
   * highest such rate. Warm-up and cancelled requests are left out.
   *
   * @param requests of one level, in any order
   * @param concurrency users of that level
   * @return the rate, or NaN where there is no span
   */
  public static double requestRate(Collection<RequestRecord> requests, int concurrency) {
    List<RequestRecord> ended =
        requests.stream()
            .filter(r -> !r.id().warmUp() && r.outcome() != Outcome.CANCELLED)
            .toList();
    return of(ended, concurrency).map(span -> span.okRate(ended)).orElse(Double.NaN);
  }

  private double okRate(List<RequestRecord> requests) {
    long ok =
        requests.stream()
            .filter(r -> r.outcome() == Outcome.OK && contains(r.timings().closedNanos()))
            .count();
    return ok / seconds();
  }
}
