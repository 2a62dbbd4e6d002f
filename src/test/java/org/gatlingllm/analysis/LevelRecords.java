package org.gatlingllm.analysis;

import java.util.List;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Level.Closed;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;

/**
 * The requests of one level, warm-up left out.
 *
 * @param level what was asked for
 * @param sent all, those cancelled by the end of the run included: they were in flight
 * @param ended without the cancelled ones: what rates and percentiles are made of
 */
record LevelRecords(Level level, List<RequestRecord> sent, List<RequestRecord> ended) {

  /** Returns the measured requests of a level among those of a run. */
  static LevelRecords of(Level level, List<RequestRecord> requests) {
    List<RequestRecord> sent =
        requests.stream()
            .filter(r -> r.id().level().equals(level.name()) && !r.id().warmUp())
            .toList();
    return new LevelRecords(
        level, sent, sent.stream().filter(r -> r.outcome() != Outcome.CANCELLED).toList());
  }

  /**
   * First {@code sent} to last {@code closed}. Cancelled requests do not stretch it: they are in no
   * numerator, so the time that they alone took belongs in no denominator. Of no length where no
   * request ended.
   */
  Window window() {
    return new Window(
        ended.stream().mapToLong(r -> r.timings().sentNanos()).min().orElse(0),
        ended.stream().mapToLong(r -> r.timings().closedNanos()).max().orElse(0));
  }

  /** Those that ended well. */
  List<RequestRecord> ok() {
    return ended.stream().filter(r -> r.outcome() == Outcome.OK).toList();
  }

  /** Users of a closed level; 1 for an open one, whose steady span is the span of its arrivals. */
  int concurrency() {
    return level.load() instanceof Closed closed ? closed.concurrency() : 1;
  }

  /** Mean of closed − sent of those that ended, in seconds, or NaN. */
  double meanResidenceSeconds() {
    return ended.stream()
            .mapToLong(r -> r.timings().closedNanos() - r.timings().sentNanos())
            .average()
            .orElse(Double.NaN)
        / 1e9;
  }
}
