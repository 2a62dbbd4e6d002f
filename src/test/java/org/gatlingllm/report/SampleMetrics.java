package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;

/** Distributions made by hand, the same each time. */
final class SampleMetrics {
  static final int REQUESTS = 24;
  static final int TOKENS = 64;
  private static final double NANOS_PER_MILLI = 1e6;

  private SampleMetrics() {}

  static Map<Metric, Distribution> few() {
    return Map.of(
        Metric.TIME_TO_FIRST_TOKEN, millis(0.0001, 0.4, 9.96, 99.96, 1234.4),
        Metric.SCHEDULE_DELAY, millis(-0.7, 0, 0, 0.2, 0.4));
  }

  /** TTFT from its median up to {@code tail} times it; the gaps within 4 % but for one long one. */
  static Map<Metric, Distribution> metrics(double ttftMillis, double tail, double itlMillis) {
    double[] ttft = new double[REQUESTS];
    double[] whole = new double[REQUESTS];
    List<double[]> gaps = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      double u = (i + 0.5) / REQUESTS;
      ttft[i] = ttftMillis * (u < 0.5 ? 0.9 + 0.2 * u : 1 + (tail - 1) * Math.pow(2 * u - 1, 3));
      whole[i] = ttft[i] + (TOKENS - 1) * itlMillis;
      gaps.add(gaps(itlMillis, i));
    }
    Map<Metric, Distribution> metrics = new EnumMap<>(Metric.class);
    metrics.put(Metric.TIME_TO_FIRST_TOKEN, millis(ttft));
    metrics.put(Metric.INTER_TOKEN_LATENCY, Distribution.pooled(gaps, 42));
    metrics.put(Metric.TIME_PER_OUTPUT_TOKEN, millis(whole(itlMillis)));
    metrics.put(Metric.REQUEST_LATENCY, millis(whole));
    metrics.put(Metric.OUTPUT_TOKENS, Distribution.of(equal(TOKENS)));
    return metrics;
  }

  private static double[] gaps(double itlMillis, int request) {
    return IntStream.range(0, TOKENS - 1)
        .mapToDouble(j -> itlMillis * (0.96 + 0.001 * ((j * 37 + request * 11) % 80)))
        .map(gap -> gap * NANOS_PER_MILLI)
        .map(gap -> gap > itlMillis * 1.0385 * NANOS_PER_MILLI ? gap * 1.6 : gap)
        .toArray();
  }

  private static double[] whole(double itlMillis) {
    return IntStream.range(0, REQUESTS).mapToDouble(i -> itlMillis * (1 + 0.001 * i)).toArray();
  }

  private static double[] equal(double value) {
    return IntStream.range(0, REQUESTS).mapToDouble(i -> value).toArray();
  }

  private static Distribution millis(double... millis) {
    double[] nanos = new double[millis.length];
    for (int i = 0; i < millis.length; i++) {
      nanos[i] = millis[i] * NANOS_PER_MILLI;
    }
    return Distribution.of(nanos);
  }
}
