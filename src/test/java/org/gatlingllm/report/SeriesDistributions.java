package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;

/** Latencies by percentile, and the histogram of the gaps between tokens. */
final class SeriesDistributions {
  /** Quantiles a decade of {@code 1 ÷ (1 − q)}: the axis of an HdrHistogram plot. */
  static final int STEPS_A_DECADE = 12;

  static final int BINS = 80;

  private static final double LEAST_GAP_NANOS = 1_000;
  private static final double NARROWEST_BIN = 1.005;
  private static final List<Metric> PLOTTED =
      List.of(
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.INTER_TOKEN_LATENCY,
          Metric.TIME_PER_OUTPUT_TOKEN,
          Metric.REQUEST_LATENCY,
          Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE,
          Metric.REQUEST_LATENCY_FROM_SCHEDULE);

  private SeriesDistributions() {}

  static void put(ObjectNode series, LevelSummary summary, List<RequestRecord> requests) {
    ObjectNode percentiles = series.putObject("percentiles");
    percentiles.put("steps_a_decade", STEPS_A_DECADE);
    for (Metric metric : PLOTTED) {
      measured(summary, metric).ifPresent(d -> percentiles(percentiles, metric, d));
    }
    measured(summary, Metric.INTER_TOKEN_LATENCY).ifPresent(d -> histogram(series, d, requests));
  }

  private static Optional<Distribution> measured(LevelSummary summary, Metric metric) {
    return summary.metric(metric).filter(d -> d.count() > 0);
  }

  /** Value {@code k} stands at {@code q = 1 − 10^(−k ÷ steps)}; the last one is the maximum. */
  private static void percentiles(ObjectNode node, Metric metric, Distribution distribution) {
    ArrayNode values = node.putArray(metric.tag());
    int last = (int) Math.floor(Math.log10(distribution.count()) * STEPS_A_DECADE);
    for (int k = 0; k <= last; k++) {
      double quantile = 1 - Math.pow(10, -(double) k / STEPS_A_DECADE);
      values.add(ChartSeries.drawn(metric.unit().shown(distribution.quantile(quantile))));
    }
    values.add(ChartSeries.drawn(metric.unit().shown(distribution.max())));
  }

  /** Bins of equal ratio from the 0.1 % quantile, which takes in all below it, to the maximum. */
  private static void histogram(
      ObjectNode series, Distribution gaps, List<RequestRecord> requests) {
    double from = Math.max(LEAST_GAP_NANOS, gaps.quantile(0.001));
    double ratio = Math.max(NARROWEST_BIN, Math.pow(gaps.max() / from, 1.0 / BINS));
    int[] counts = new int[BINS];
    DoubleConsumer counted =
        gap -> {
          int bin = gap <= from ? 0 : (int) (Math.log(gap / from) / Math.log(ratio));
          counts[Math.min(bin, BINS - 1)]++;
        };
    requests.forEach(request -> Metric.INTER_TOKEN_LATENCY.samples(request, counted));
    ObjectNode node = series.putObject("itl_histogram");
    node.put("from_ms", ChartSeries.drawn(Metric.INTER_TOKEN_LATENCY.unit().shown(from)));
    // the edges are powers of it: four digits would shift the last one
    node.put("ratio", Quantity.exact(ratio));
    ArrayNode array = node.putArray("counts");
    for (int count : counts) {
      array.add(count);
    }
  }
}
