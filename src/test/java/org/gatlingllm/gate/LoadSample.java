package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.gate.Verdict.Kind;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;

/**
 * What was measured of one load: all repeats together.
 *
 * @param load the load
 * @param repeats one a level
 * @param slo what a request must keep to be good
 * @param costPerHour what the server costs, if it is known
 * @param seed of resampling
 */
record LoadSample(
    Load load, List<Repeat> repeats, RequestSlo slo, Optional<Money> costPerHour, long seed) {
  /**
   * One level.
   *
   * @param summary its numbers
   * @param ended its requests that ended, warm-up and cancelled ones left out, in the order in
   *     which they were sent
   */
  record Repeat(LevelSummary summary, List<RequestRecord> ended) {}

  static LoadSample of(Load load, String request, Slo slo, Run run, RunAnalysis analysis) {
    List<Repeat> repeats = new ArrayList<>();
    for (LevelSummary summary : analysis.levels()) {
      if (load.levels().stream().anyMatch(l -> l.name().equals(summary.level().name()))) {
        repeats.add(new Repeat(summary, ended(summary.level().name(), request, run)));
      }
    }
    return new LoadSample(load, repeats, slo.request(), slo.costPerHour(), run.header().seed());
  }

  static List<RequestRecord> ended(String level, String request, Run run) {
    return run.requests().stream()
        .filter(r -> r.id().level().equals(level) && !r.id().warmUp())
        .filter(r -> r.outcome() != Outcome.CANCELLED)
        .filter(r -> request.isEmpty() || r.id().request().equals(request))
        .sorted((a, b) -> Long.compare(a.timings().sentNanos(), b.timings().sentNanos()))
        .toList();
  }

  /** The ended requests of all repeats. */
  List<RequestRecord> ended() {
    return repeats.stream().flatMap(r -> r.ended().stream()).toList();
  }

  /** Why the first suspect repeat is, if any is. */
  Optional<String> suspect() {
    return repeats.stream().flatMap(r -> r.summary().suspect().stream()).findFirst();
  }

  /**
   * What is left of a judgement where the level is suspect; empty where it stands: a limit that is
   * kept in spite of a client that was late is kept, unless it is one on gaps.
   */
  Optional<Judgement> doubt(Limit limit, Judgement judgement) {
    boolean gaps = limit instanceof MetricLimit m && m.metric().pooled();
    boolean late =
        repeats.stream()
            .map(Repeat::summary)
            .allMatch(s -> s.suspect().isEmpty() || s.merelyLate());
    return judgement.kind() == Kind.MET && late && !gaps
        ? Optional.empty()
        : suspect().map(judgement::suspected);
  }

  /** The samples that one request gives. */
  static double[] samples(Metric metric, RequestRecord request) {
    DoubleStream.Builder samples = DoubleStream.builder();
    metric.samples(request, samples);
    return samples.build().toArray();
  }
}
