package org.gatlingllm.analysis;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;

/** The samples of the requests of a level. */
final class Samples {
  private static final double BURST = 0.1;

  private Samples() {}

  /** The samples that one request gives, in their order; times in nanoseconds. */
  static double[] of(Metric metric, RequestRecord request) {
    DoubleStream.Builder samples = DoubleStream.builder();
    metric.samples(request, samples);
    return samples.build().toArray();
  }

  /** The samples of all requests, one request after the other. */
  static double[] all(Metric metric, List<RequestRecord> requests) {
    return requests.stream().flatMapToDouble(r -> Arrays.stream(of(metric, r))).toArray();
  }

  /** The distribution of each metric that has a sample. */
  static Map<Metric, Distribution> distributions(List<RequestRecord> requests, long seed) {
    Map<Metric, Distribution> found = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      Distribution distribution =
          metric.pooled()
              ? Distribution.pooled(requests.stream().map(r -> of(metric, r)).toList(), seed)
              : Distribution.of(all(metric, requests));
      if (distribution.count() > 0) {
        found.put(metric, distribution);
      }
    }
    return found;
  }

  /** Share of gaps below a tenth of their mean, or NaN without a gap. */
  static double burstFraction(double[] gaps) {
    double limit = BURST * Arrays.stream(gaps).average().orElse(Double.NaN);
    return gaps.length == 0
        ? Double.NaN
        : (double) Arrays.stream(gaps).filter(gap -> gap < limit).count() / gaps.length;
  }
}
