package org.gatlingllm.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Spans of time in which the whole engine stands still. Owned by the engine's thread. */
final class Stalls {

  private record Span(long fromNanos, long untilNanos) {}

  private final List<Span> spans = new ArrayList<>();

  void add(long fromNanos, long durationNanos) {
    spans.add(new Span(fromNanos, fromNanos + durationNanos));
    spans.sort(Comparator.comparingLong(Span::fromNanos));
  }

  /** When work that wants to begin then can begin. */
  long resumeNanos(long atNanos) {
    long at = atNanos;
    for (Span span : spans) {
      if (span.fromNanos <= at && at < span.untilNanos) {
        at = span.untilNanos;
      }
    }
    return at;
  }

  /** When work that begins then and takes so long is done, standing still meanwhile. */
  long finishNanos(long startNanos, long workNanos) {
    long at = startNanos;
    long left = workNanos;
    for (Span span : spans) {
      if (span.untilNanos > at && span.fromNanos < at + left) {
        left -= Math.max(0, span.fromNanos - at);
        at = span.untilNanos;
      }
    }
    return at + left;
  }
}
