package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;

/**
 * What charts of a level need beside its numbers: the {@code series} and {@code failure_samples} of
 * a level in {@code report.json}, bounded in size whatever the level's.
 *
 * <p>Series are thinned and rounded to four digits because they are drawn, never computed with: all
 * numbers come from the whole sample. Offsets are from the start of the level's window.
 */
final class ChartSeries {
  private static final MathContext DRAWN = new MathContext(4, RoundingMode.HALF_EVEN);
  private static final int OFFSET_DECIMALS = 4;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private ChartSeries() {}

  /**
   * Puts the series of a level.
   *
   * @param run the whole run, other levels and warm-up too
   */
  static void put(ObjectNode level, LevelSummary summary, Run run) {
    List<RequestRecord> requests =
        run.requests().stream()
            .filter(r -> r.id().level().equals(summary.level().name()) && !r.id().warmUp())
            .toList();
    SeriesFailures.put(level, requests);
    ObjectNode series = level.putObject("series");
    SeriesDistributions.put(series, summary, requests);
    if (summary.window().seconds() > 0) {
      SeriesTimeline.put(series, summary, requests);
      SeriesScatter.put(series, summary.window(), requests);
      SeriesWaterfall.put(series, summary.window(), requests);
      SeriesEngine.put(series, summary.window(), run.engine());
    }
  }

  /** Whether a request counts as a failure; one that the end of the run cut off does not. */
  static boolean failed(RequestRecord request) {
    return request.outcome() != Outcome.OK && request.outcome() != Outcome.CANCELLED;
  }

  /** The class of a failure, with refusals for load apart. */
  static String failureClass(RequestRecord request) {
    return request.rateLimited() ? "rate_limited" : request.outcome().tag();
  }

  /** Seconds from one instant to another. */
  static BigDecimal seconds(long fromNanos, long toNanos) {
    return BigDecimal.valueOf((toNanos - fromNanos) / NANOS_PER_SECOND)
        .setScale(OFFSET_DECIMALS, RoundingMode.HALF_EVEN);
  }

  /** Milliseconds from one instant to another. */
  static BigDecimal millis(long fromNanos, long toNanos) {
    return drawn((toNanos - fromNanos) / NANOS_PER_MILLI);
  }

  /** A finite number with the digits that a chart can show. */
  static BigDecimal drawn(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(DRAWN).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  static void drawn(ArrayNode array, double[] values) {
    for (double value : values) {
      array.add(drawn(value));
    }
  }
}
