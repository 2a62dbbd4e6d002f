package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.Window;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.TokenTimings;

/**
 * A level over time, in equal buckets: streams in flight (time-average), output tokens per second
 * by their arrival, requests that ended, requests that failed.
 */
final class SeriesTimeline {
  static final int MOST_BUCKETS = 150;

  /** Fewer gaps a bucket would show the beat of the decode steps, not the server's pace. */
  private static final double GAPS_A_BUCKET = 8;

  private static final double[] NICE = {1, 2, 5, 10};

  private final long startNanos;
  private final long endNanos;
  private final double widthNanos;
  private final double[] inFlight;
  private final double[] tokens;
  private final double[] ended;
  private final double[] failed;

  private SeriesTimeline(Window window, double widthNanos) {
    this.startNanos = window.startNanos();
    this.endNanos = window.endNanos();
    this.widthNanos = widthNanos;
    int buckets = (int) Math.ceil((endNanos - startNanos) / widthNanos);
    inFlight = new double[buckets];
    tokens = new double[buckets];
    ended = new double[buckets];
    failed = new double[buckets];
  }

  static void put(ObjectNode series, LevelSummary summary, List<RequestRecord> requests) {
    double gap = summary.metric(Metric.INTER_CHUNK_LATENCY).map(d -> d.quantile(0.5)).orElse(0.0);
    double span = (double) (summary.window().endNanos() - summary.window().startNanos());
    double least = Math.min(span / 20, GAPS_A_BUCKET * gap);
    SeriesTimeline timeline =
        new SeriesTimeline(summary.window(), nice(Math.max(least, span / MOST_BUCKETS)));
    requests.forEach(timeline::add);
    timeline.put(series.putObject("timeline"));
  }

  /** The next 1, 2 or 5 times a power of ten. */
  private static double nice(double least) {
    double decade = Math.pow(10, Math.floor(Math.log10(least)));
    for (double step : NICE) {
      if (step * decade >= least * (1 - 1e-9)) {
        return step * decade;
      }
    }
    return 10 * decade;
  }

  private void add(RequestRecord request) {
    TokenTimings timings = request.timings();
    occupy(Math.max(startNanos, timings.sentNanos()), Math.min(endNanos, timings.closedNanos()));
    for (int i = 0; i < timings.arrivals(); i++) {
      count(tokens, timings.arrivalNanos(i), timings.arrivalTokens(i));
    }
    count(ended, timings.closedNanos(), 1);
    if (ChartSeries.failed(request)) {
      count(failed, timings.closedNanos(), 1);
    }
  }

  private void occupy(long fromNanos, long toNanos) {
    for (int b = bucket(fromNanos); fromNanos < toNanos && b <= bucket(toNanos); b++) {
      double start = Math.max((double) fromNanos, startNanos + b * widthNanos);
      double end = Math.min((double) toNanos, startNanos + (b + 1) * widthNanos);
      inFlight[b] += Math.max(0, end - start);
    }
  }

  private void count(double[] counts, long atNanos, int much) {
    if (atNanos >= startNanos && atNanos <= endNanos) {
      counts[bucket(atNanos)] += much;
    }
  }

  private int bucket(long nanos) {
    return (int) Math.min(inFlight.length - 1, (nanos - startNanos) / widthNanos);
  }

  private void put(ObjectNode node) {
    for (int b = 0; b < inFlight.length; b++) {
      // the last bucket is cut by the end of the window
      double length = Math.min(widthNanos, endNanos - startNanos - b * widthNanos);
      inFlight[b] = length > 0 ? inFlight[b] / length : 0;
      tokens[b] = length > 0 ? tokens[b] * 1e9 / length : 0;
    }
    node.put("bucket_s", ChartSeries.drawn(widthNanos / 1e9));
    ChartSeries.drawn(node.putArray("in_flight"), inFlight);
    ChartSeries.drawn(node.putArray("output_tokens_per_second"), tokens);
    ChartSeries.drawn(node.putArray("ended"), ended);
    ChartSeries.drawn(node.putArray("failed"), failed);
  }
}
