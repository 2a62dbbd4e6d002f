package org.gatlingllm.stream;

import java.util.Arrays;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/**
 * When the token events of one stream came, and what the server's running total was at each.
 *
 * <p>All events of one read share its time: they are one arrival.
 */
final class Arrivals {
  /** More token events than any model generates: what is more than that is an attack. */
  static final int MAX_EVENTS = 1 << 22;

  private static final int FIRST_CAPACITY = 64;

  private long[] nanos = new long[FIRST_CAPACITY];
  private int[] eventsUpTo = new int[FIRST_CAPACITY];
  private int arrivals;
  private int events;
  private int @Nullable [] totals;
  private boolean told = true;
  private long firstOutputNanos = TokenTimings.ABSENT;

  /**
   * Adds a token event.
   *
   * @param visible whether it held visible text
   * @param total the server's running total after it, or {@link TokenCounts#UNKNOWN}
   */
  void add(long readNanos, boolean visible, int total) {
    if (arrivals == 0 || nanos[arrivals - 1] != readNanos) {
      arrive(readNanos);
    }
    keepTotal(total);
    eventsUpTo[arrivals - 1] = ++events;
    if (visible && firstOutputNanos == TokenTimings.ABSENT) {
      firstOutputNanos = readNanos;
    }
  }

  private void arrive(long readNanos) {
    if (arrivals == nanos.length) {
      nanos = Arrays.copyOf(nanos, arrivals * 2);
      eventsUpTo = Arrays.copyOf(eventsUpTo, arrivals * 2);
    }
    nanos[arrivals++] = readNanos;
  }

  private void keepTotal(int total) {
    told &= total != TokenCounts.UNKNOWN;
    if (!told) {
      totals = null;
      return;
    }
    if (totals == null) {
      totals = new int[FIRST_CAPACITY];
    } else if (totals.length == events) {
      totals = Arrays.copyOf(totals, events * 2);
    }
    totals[events] = total;
  }

  int events() {
    return events;
  }

  boolean full() {
    return events >= MAX_EVENTS;
  }

  long firstOutputNanos() {
    return firstOutputNanos;
  }

  long[] nanos() {
    return Arrays.copyOf(nanos, arrivals);
  }

  /**
   * The running total at each token event; null unless the server told one with each, and it ran.
   */
  int @Nullable [] runningTotals() {
    if (totals == null || events == 0 || totals[events - 1] <= 0) {
      return null;
    }
    boolean stuck = events > 1 && totals[events - 1] == totals[0];
    return stuck ? null : Arrays.copyOf(totals, events);
  }

  /** How many tokens each arrival delivered; null when each delivered one. */
  int @Nullable [] tokens() {
    int[] running = runningTotals();
    int[] tokens = new int[arrivals];
    boolean ones = true;
    int before = 0;
    for (int i = 0; i < arrivals; i++) {
      int upTo = running == null ? eventsUpTo[i] : running[eventsUpTo[i] - 1];
      tokens[i] = Math.max(0, upTo - before);
      before = Math.max(before, upTo);
      ones &= tokens[i] == 1;
    }
    return ones ? null : tokens;
  }
}
