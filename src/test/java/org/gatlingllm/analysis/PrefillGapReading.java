package org.gatlingllm.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.TokenTimings;

/**
 * Gaps between tokens that another request's prefill tears: long gaps at whose end the first token
 * of another request came.
 */
final class PrefillGapReading implements Reading {
  private static final double LONG = 3;
  private static final int FEWEST = 3;
  private static final double MOST = 0.5;
  private static final double BEYOND_CHANCE = 2;

  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.records().stream()
        .map(records -> torn(records, evidence.level(records.level().name())))
        .flatMap(Optional::stream)
        .filter(Torn::shown)
        .max(Comparator.comparingDouble(torn -> torn.largest / torn.median))
        .map(PrefillGapReading::told)
        .stream()
        .toList();
  }

  private static Finding told(Torn torn) {
    return Reading.note(
        FindingKind.PREFILL_GAP,
        "{}: the largest gap between tokens is {} against a median of {}; into {} of {} gaps over"
            + " {} times the median fell the first token of another request: its prefill held up"
            + " the others (chunked prefill bounds that).",
        torn.level,
        Words.time(torn.largest),
        Words.time(torn.median),
        torn.withPrefill,
        torn.gaps,
        Words.number(LONG));
  }

  /**
   * The long gaps of a level.
   *
   * @param expected how many of them would hold another's first token by chance
   */
  private record Torn(
      String level, double median, double largest, int gaps, int withPrefill, double expected) {
    boolean shown() {
      return gaps >= FEWEST
          && withPrefill >= MOST * gaps
          && withPrefill >= BEYOND_CHANCE * expected;
    }
  }

  private static Optional<Torn> torn(LevelRecords records, LevelSummary summary) {
    return summary.metric(Metric.INTER_CHUNK_LATENCY).map(gaps -> new Search(records, gaps).torn());
  }

  /** Looks for the first tokens that fell into long gaps of others. */
  private static final class Search {
    private final LevelRecords records;
    private final double median;
    private final double largest;
    private final long[] first;
    private final double firstTokensPerNano;
    private int found;
    private int withPrefill;
    private double expected;

    Search(LevelRecords records, Distribution gaps) {
      this.records = records;
      this.median = gaps.quantile(0.5);
      this.largest = gaps.max();
      this.first =
          records.ended().stream()
              .mapToLong(r -> r.timings().firstTokenNanos())
              .filter(nanos -> nanos != TokenTimings.ABSENT)
              .sorted()
              .toArray();
      this.firstTokensPerNano = first.length / (records.window().seconds() * 1e9);
    }

    Torn torn() {
      for (RequestRecord r : records.ended()) {
        TokenTimings t = r.timings();
        for (int i = 1; i < t.arrivals(); i++) {
          if (t.arrivalNanos(i) - t.arrivalNanos(i - 1) > LONG * median) {
            gap(t.arrivalNanos(i - 1), t.arrivalNanos(i));
          }
        }
      }
      return new Torn(records.level().name(), median, largest, found, withPrefill, expected);
    }

    private void gap(long from, long to) {
      // the stalled step may come out before the first token of the request that stalled it
      long until = to + Math.round(median / 2);
      found++;
      withPrefill += InFlight.upTo(first, until) > InFlight.upTo(first, from) ? 1 : 0;
      expected += 1 - Math.exp(-firstTokensPerNano * (until - from));
    }
  }
}
