package org.gatlingllm.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.gatlingllm.metric.RequestRecord;

/** How many streams were open at once, from the intervals in which each was. */
final class InFlight {
  private static final double NONE = Double.NaN;
  private static final double RARE = 0.01;

  private InFlight() {}

  /** The interval from {@code sent} to {@code closed} of each request. */
  static List<Window> of(List<RequestRecord> requests) {
    return requests.stream()
        .map(r -> new Window(r.timings().sentNanos(), r.timings().closedNanos()))
        .toList();
  }

  /**
   * Time-average over a window: the parts of the streams that lie in it, summed up and divided by
   * its length. NaN for an empty window.
   */
  static double average(List<Window> streams, Window window) {
    long length = window.endNanos() - window.startNanos();
    if (length <= 0) {
      return NONE;
    }
    double inside = 0;
    for (Window stream : streams) {
      inside += stream.overlapNanos(window);
    }
    return inside / length;
  }

  /** Most streams at one instant; one that ends when another starts does not overlap it. */
  static int peak(List<Window> streams) {
    long[] ends = sorted(streams, Window::endNanos);
    int peak = 0;
    int ended = 0;
    int started = 0;
    for (long start : sorted(streams, Window::startNanos)) {
      started++;
      while (ended < ends.length && ends[ended] <= start) {
        ended++;
      }
      peak = Math.max(peak, started - ended);
    }
    return peak;
  }

  /**
   * For each stream, in the given order, how many others were open when it started: those that
   * started no later, without those that had ended.
   */
  static int[] othersAtStart(List<Window> streams) {
    long[] starts = sorted(streams, Window::startNanos);
    long[] ends = sorted(streams, Window::endNanos);
    return streams.stream()
        .mapToInt(
            stream -> {
              long at = stream.startNanos();
              int self = stream.endNanos() > at ? 1 : 0;
              return upTo(starts, at) - upTo(ends, at) - self;
            })
        .toArray();
  }

  /**
   * The number of streams that is exceeded in at most 1 % of a window: the peak without the
   * instants in which one stream's end is stamped after the next one's beginning.
   */
  static int usual(List<Window> streams, Window window) {
    long longer = 0;
    for (Map.Entry<Integer, Long> entry : nanosByCount(streams, window).entrySet()) {
      longer += entry.getValue();
      if (longer > RARE * (window.endNanos() - window.startNanos())) {
        return entry.getKey();
      }
    }
    return 0;
  }

  /** For how long so many streams were open within a window, the most first. */
  private static Map<Integer, Long> nanosByCount(List<Window> streams, Window window) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    changes.put(window.endNanos(), 0);
    for (Window stream : streams) {
      changes.merge(Math.max(stream.startNanos(), window.startNanos()), 1, Integer::sum);
      changes.merge(Math.max(stream.endNanos(), window.startNanos()), -1, Integer::sum);
    }
    Map<Integer, Long> nanos = new TreeMap<>(Comparator.reverseOrder());
    long since = window.startNanos();
    int open = 0;
    for (Map.Entry<Long, Integer> change : changes.headMap(window.endNanos(), true).entrySet()) {
      nanos.merge(open, change.getKey() - since, Long::sum);
      since = change.getKey();
      open += change.getValue();
    }
    return nanos;
  }

  /** How many of the sorted values are at most {@code limit}. */
  static int upTo(long[] sorted, long limit) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static long[] sorted(List<Window> streams, ToLongFunction<Window> end) {
    return streams.stream().mapToLong(end).sorted().toArray();
  }
}
