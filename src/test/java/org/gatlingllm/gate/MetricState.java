package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;

/**
 * One metric of one load, small enough to be kept in a repository.
 *
 * @param histogram all samples in nanoseconds, 3 significant digits
 * @param blocks by repeat, in the order in which requests were sent: the geometric mean, in
 *     nanoseconds, of each block of requests; NaN where a block has no sample
 */
record MetricState(Histogram histogram, List<double[]> blocks) {
  private static final int DIGITS = 3;

  /**
   * Sums up requests.
   *
   * @param repeats requests in the order in which they were sent
   * @param blocksEach blocks of each repeat
   */
  static MetricState of(Metric metric, List<List<RequestRecord>> repeats, int blocksEach) {
    Histogram histogram = new Histogram(DIGITS);
    List<double[]> blocks = new ArrayList<>();
    for (List<RequestRecord> requests : repeats) {
      double[] means = new double[blocksEach];
      for (int b = 0; b < blocksEach; b++) {
        int from = b * requests.size() / blocksEach;
        int to = (b + 1) * requests.size() / blocksEach;
        means[b] = geometricMean(metric, requests.subList(from, to), histogram);
      }
      blocks.add(means);
    }
    return new MetricState(histogram, blocks);
  }

  /** Requests of a block count alike, however many gaps each has. */
  private static double geometricMean(
      Metric metric, List<RequestRecord> requests, Histogram histogram) {
    return Math.exp(
        requests.stream()
            .map(r -> LoadSample.samples(metric, r))
            .filter(s -> s.length > 0)
            .peek(
                s ->
                    Arrays.stream(s)
                        .forEach(v -> histogram.recordValue(Math.max(0, Math.round(v)))))
            .mapToDouble(s -> Math.log(Math.max(1, Distribution.of(s).quantile(0.5))))
            .average()
            .orElse(Double.NaN));
  }

  long count() {
    return histogram.getTotalCount();
  }

  /** In nanoseconds, or NaN. */
  double quantile(double quantile) {
    return count() == 0 ? Double.NaN : (double) histogram.getValueAtPercentile(quantile * 100);
  }

  /** The blocks' logarithms, by repeat; where whole repeats are compared, one a repeat. */
  double[][] logs(boolean wholeRepeats) {
    return blocks.stream()
        .map(repeat -> Arrays.stream(repeat).map(Math::log).toArray())
        .map(
            repeat ->
                wholeRepeats
                    ? new double[] {
                      Arrays.stream(repeat).filter(Double::isFinite).average().orElse(Double.NaN)
                    }
                    : repeat)
        .toArray(double[][]::new);
  }
}
