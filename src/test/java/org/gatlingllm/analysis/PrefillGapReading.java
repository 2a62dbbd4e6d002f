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
  static final String KIND = "prefill_gap";

  private static final double LONG = 3;
  private static final int FEWEST = 3;
  private static final double MOST = 0.5;
  private static final double BEYOND_CHANCE = 2;

  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.records().stream()
        .map(PrefillGapReading::torn)
        .flatMap(Optional::stream)
        .filter(Torn::shown)
        .max(Comparator.comparingDouble(torn -> torn.largest / torn.median))
        .map(PrefillGapReading::told)
        .stream()
        .toList();
  }

  private static Finding told(Torn torn) {
    return Reading.note(
        KIND,
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

  private static Optional<Torn> torn(LevelRecords records) {
    Distribution gaps = Distribution.of(Samples.all(Metric.INTER_CHUNK_LATENCY, records.ended()));
    if (gaps.count() == 0) {
      return Optional.empty();
    }
    double median = gaps.quantile(0.5);
    long[] first =
        records.ended().stream()
            .mapToLong(r -> r.timings().firstTokenNanos())
            .filter(nanos -> nanos != TokenTimings.ABSENT)
            .sorted()
            .toArray();
    double firstTokensPerNano = first.length / (records.window().seconds() * 1e9);
    int found = 0;
    int withPrefill = 0;
    double expected = 0;
    for (RequestRecord r : records.ended()) {
      TokenTimings t = r.timings();
      for (int i = 1; i < t.arrivals(); i++) {
        long gap = t.arrivalNanos(i) - t.arrivalNanos(i - 1);
        if (gap > LONG * median) {
          found++;
          // the stalled step may come out before the first token of the request that stalled it
          long until = t.arrivalNanos(i) + Math.round(median / 2);
          withPrefill +=
              InFlight.upTo(first, until) > InFlight.upTo(first, t.arrivalNanos(i - 1)) ? 1 : 0;
          expected += 1 - Math.exp(-firstTokensPerNano * (until - t.arrivalNanos(i - 1)));
        }
      }
    }
    return Optional.of(
        new Torn(records.level().name(), median, gaps.max(), found, withPrefill, expected));
  }
}
