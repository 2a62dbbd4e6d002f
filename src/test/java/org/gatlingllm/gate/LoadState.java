package org.gatlingllm.gate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gatlingllm.gate.LoadSample.Repeat;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;

/**
 * One load as it is compared: those of its repeats that can be trusted.
 *
 * @param name {@code c=8}
 * @param requests that ended
 * @param failed of these
 * @param blocksEach blocks of each repeat
 * @param requestsPerSecond at which they were to arrive; NaN in a closed load
 * @param metrics those that have samples
 */
record LoadState(
    String name,
    int requests,
    int failed,
    int blocksEach,
    double requestsPerSecond,
    Map<Metric, MetricState> metrics) {
  /** What is kept and can be compared. */
  static final List<Metric> METRICS =
      List.of(
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.TIME_TO_FIRST_OUTPUT_TOKEN,
          Metric.INTER_TOKEN_LATENCY,
          Metric.TIME_PER_OUTPUT_TOKEN,
          Metric.REQUEST_LATENCY);

  private static final int MOST_BLOCKS = 32;

  LoadState {
    metrics = metrics.isEmpty() ? Map.of() : new EnumMap<>(metrics);
  }

  /** The names of {@link #METRICS}. */
  static String metricNames() {
    return METRICS.stream().map(Metric::shortName).collect(Collectors.joining(", "));
  }

  /** Returns the state of a load, cut into as many blocks as its streams in flight allow. */
  static LoadState of(LoadSample sample) {
    return of(sample, blocksEach(sample));
  }

  /** How many requests ended and failed, and nothing else. */
  static LoadState counts(LoadSample sample) {
    return of(sample, 1, Map.of());
  }

  static LoadState of(LoadSample sample, int blocksEach) {
    List<List<RequestRecord>> repeats = sample.repeats().stream().map(Repeat::ended).toList();
    Map<Metric, MetricState> metrics = new EnumMap<>(Metric.class);
    for (Metric metric : METRICS) {
      MetricState state = MetricState.of(metric, repeats, blocksEach);
      if (state.count() > 0) {
        metrics.put(metric, state);
      }
    }
    return of(sample, blocksEach, metrics);
  }

  private static LoadState of(LoadSample sample, int blocksEach, Map<Metric, MetricState> metrics) {
    List<RequestRecord> ended = sample.ended();
    return new LoadState(
        sample.load().name(),
        ended.size(),
        (int) ended.stream().filter(r -> r.outcome() != Outcome.OK).count(),
        blocksEach,
        requestsPerSecond(sample),
        metrics);
  }

  Optional<MetricState> metric(Metric metric) {
    return Optional.ofNullable(metrics.get(metric));
  }

  private static double requestsPerSecond(LoadSample sample) {
    return sample.repeats().stream()
        .map(r -> r.summary().level().load())
        .mapToDouble(load -> load instanceof Level.Open o ? o.requestsPerSecond() : Double.NaN)
        .average()
        .orElse(Double.NaN);
  }

  /**
   * Requests that were in flight together share the engine's steps, so that a block has at least as
   * many as there are streams in flight.
   */
  private static int blocksEach(LoadSample sample) {
    int fewest =
        sample.repeats().stream()
            .mapToInt(r -> r.ended().size())
            .filter(n -> n > 0)
            .min()
            .orElse(1);
    double together =
        sample.load().closed()
            ? sample.load().concurrency()
            : sample.repeats().stream()
                .mapToDouble(r -> r.summary().held().mean())
                .filter(Double::isFinite)
                .max()
                .orElse(1);
    return (int) Math.max(1, Math.min(MOST_BLOCKS, fewest / Math.max(1, Math.ceil(together))));
  }
}
