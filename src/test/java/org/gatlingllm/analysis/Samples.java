package org.gatlingllm.analysis;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;
import org.jspecify.annotations.Nullable;

/** The samples of the requests of a level. */
final class Samples {
  private static final double BURST = 0.1;
  private static final int FIRST_CAPACITY = 16;

  private Samples() {}

  /** The samples that one request gives, in their order; times in nanoseconds. */
  static double[] of(Metric metric, RequestRecord request) {
    // most often a sample an arrival: so that arrays of gaps do not grow
    Collected samples = new Collected(metric.pooled() ? request.timings().arrivals() : 1);
    metric.samples(request, samples);
    return samples.toArray();
  }

  /** The samples of all requests, one request after the other. */
  static double[] all(Metric metric, List<RequestRecord> requests) {
    Collected samples = new Collected(FIRST_CAPACITY);
    requests.forEach(r -> metric.samples(r, samples));
    return samples.toArray();
  }

  /** The distribution of each metric that has a sample. */
  static Map<Metric, Distribution> distributions(List<RequestRecord> requests, long seed) {
    Map<Metric, Distribution> found = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      Distribution same =
          metric == Metric.INTER_CHUNK_LATENCY ? gapsOfTokens(requests, found) : null;
      Distribution distribution = same == null ? distribution(metric, requests, seed) : same;
      if (distribution.count() > 0) {
        found.put(metric, distribution);
      }
    }
    return found;
  }

  /**
   * Where each arrival brought one token, gaps between arrivals are gaps between tokens: millions
   * of them, which need not be sorted and kept twice.
   */
  private static @Nullable Distribution gapsOfTokens(
      List<RequestRecord> requests, Map<Metric, Distribution> found) {
    boolean same =
        requests.stream()
            .filter(r -> r.outcome().whole())
            .allMatch(r -> r.timings().oneTokenAnArrival() && r.tokens().attributable());
    return same ? found.get(Metric.INTER_TOKEN_LATENCY) : null;
  }

  private static Distribution distribution(Metric metric, List<RequestRecord> requests, long seed) {
    return metric.pooled()
        ? Distribution.pooled(requests.stream().map(r -> of(metric, r)).toList(), seed)
        : Distribution.of(all(metric, requests));
  }

  /** Share of gaps below a tenth of their mean, or NaN without a gap. */
  static double burstFraction(@Nullable Distribution gaps) {
    return gaps == null ? Double.NaN : gaps.fractionBelow(BURST * gaps.average());
  }

  /** A growing array. */
  private static final class Collected implements DoubleConsumer {
    private double[] values;
    private int count;

    Collected(int capacity) {
      values = new double[Math.max(1, capacity)];
    }

    @Override
    public void accept(double value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, count * 2);
      }
      values[count++] = value;
    }

    double[] toArray() {
      return Arrays.copyOf(values, count);
    }
  }
}
