package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  record Repeat(LevelSummary summary, List<RequestRecord> ended) {
    /** When it began, on the run's clock. */
    long startNanos() {
      return summary.window().startNanos();
    }

    /** Why it is suspect, if it is: {@code is suspect: the client's event loops were late …}. */
    Optional<String> suspicion() {
      String on = summary.level().target() == null ? "" : "@" + summary.level().target() + " ";
      return summary.suspect().stream().findFirst().map(why -> on + "is suspect: " + why);
    }
  }

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

  /** The repeats of these numbers. */
  LoadSample only(Set<Integer> numbers) {
    return new LoadSample(
        load,
        repeats.stream().filter(r -> numbers.contains(r.summary().level().repeat())).toList(),
        slo,
        costPerHour,
        seed);
  }

  /**
   * The answer to a limit. A limit that is kept in spite of a client that was late is kept, unless
   * it is one on gaps. Else suspect repeats are left out, where enough others remain; failures are
   * never left out, since whose they are is not known. Where it is known, or nothing ended well, no
   * client that was late excuses them.
   */
  Judgement judged(Limit limit) {
    Judgement all = limit.judge(List.of(this));
    Trust trust = Trust.of(this);
    if (trust.whole() || (all.kind() == Kind.MET && merelyLate() && !limit.onGaps())) {
      return all;
    }
    if (!trust.refused().isEmpty()) {
      return limit.onErrors() && missedByTheServer(limit) ? all : all.doubted(trust.refused());
    }
    Judgement trusted = limit.judge(List.of(only(trust.kept())));
    return limit.onErrors() && trusted.kind() != all.kind()
        ? all.doubted("not in " + trust.leftOut())
        : trusted.on(trust.leftOut());
  }

  private boolean missedByTheServer(Limit limit) {
    List<RequestRecord> ended = ended();
    boolean nothing = !ended.isEmpty() && ended.stream().noneMatch(r -> r.outcome().whole());
    return nothing || limit.judge(List.of(withoutFailuresOfDoubt())).kind() == Kind.MISSED;
  }

  /** Without those failures that may be the client's own. */
  private LoadSample withoutFailuresOfDoubt() {
    List<Repeat> sure =
        repeats.stream()
            .map(
                repeat ->
                    new Repeat(
                        repeat.summary(),
                        repeat.ended().stream()
                            .filter(r -> r.outcome() == Outcome.OK || r.outcome().toldByServer())
                            .toList()))
            .toList();
    return new LoadSample(load, sure, slo, costPerHour, seed);
  }

  private boolean merelyLate() {
    return repeats.stream()
        .map(Repeat::summary)
        .allMatch(s -> s.suspect().isEmpty() || s.merelyLate());
  }

  /** The samples that one request gives. */
  static double[] samples(Metric metric, RequestRecord request) {
    DoubleStream.Builder samples = DoubleStream.builder();
    metric.samples(request, samples);
    return samples.build().toArray();
  }
}
