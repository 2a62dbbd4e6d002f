package org.gatlingllm.analysis;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;

/** From a run to its numbers and to what they say. */
public final class Analysis {
  private Analysis() {}

  /**
   * Analyses a run. A level of nothing but warm-up is in no number, so it is no level here. The
   * same run gives the same analysis: intervals resample with the run's seed.
   *
   * @param slo what a request must keep to be good, {@link RequestSlo#none} where goodput was not
   *     asked for
   */
  public static RunAnalysis of(Run run, RequestSlo slo) {
    List<LevelRecords> records =
        run.levels().stream()
            .filter(level -> !onlyWarmedUp(level, run))
            .map(level -> LevelRecords.of(level, run.requests()))
            .toList();
    List<LevelSummary> levels = records.stream().map(r -> summary(r, run, slo)).toList();
    Evidence evidence = new Evidence(run, levels, records, LoadCurve.of(levels), slo);
    return new RunAnalysis(run.header(), levels, Readings.of(evidence), run.remarks());
  }

  /** A level of warm-up requests is in no number. One without any request is told of. */
  private static boolean onlyWarmedUp(Level level, Run run) {
    List<RequestRecord> its =
        run.requests().stream().filter(r -> r.id().level().equals(level.name())).toList();
    return !its.isEmpty() && its.stream().allMatch(r -> r.id().warmUp());
  }

  private static LevelSummary summary(LevelRecords records, Run run, RequestSlo slo) {
    Map<Metric, Distribution> metrics = Samples.distributions(records.ended(), run.header().seed());
    LevelSummary trusted =
        new LevelSummary(
            records.level(),
            records.window(),
            counts(records),
            LevelRates.of(records, slo),
            held(records),
            Samples.burstFraction(metrics.get(Metric.INTER_CHUNK_LATENCY)),
            GatlingCheck.of(records, run),
            metrics,
            run.client().get(records.level().name()),
            EngineUse.of(records.window(), run.engine()),
            List.of());
    return Suspicion.judged(trusted, run.lostStreams(records.level().name()));
  }

  private static RequestCounts counts(LevelRecords records) {
    Map<Outcome, Integer> failures = new EnumMap<>(Outcome.class);
    int rateLimited = 0;
    for (RequestRecord request : records.ended()) {
      if (request.rateLimited()) {
        rateLimited++;
      } else if (request.outcome() != Outcome.OK) {
        failures.merge(request.outcome(), 1, Integer::sum);
      }
    }
    List<RequestRecord> ok = records.ok();
    return new RequestCounts(
        records.sent().size(),
        ok.size(),
        records.ended().size() - ok.size() - rateLimited,
        records.sent().size() - records.ended().size(),
        rateLimited,
        (int) ok.stream().filter(RequestRecord::empty).count(),
        failures);
  }

  /** Over the steady span, that of the arrivals in an open level; cancelled streams count too. */
  private static HeldConcurrency held(LevelRecords records) {
    List<Window> streams = InFlight.of(records.sent());
    return new HeldConcurrency(
        SteadyState.span(records.ended(), records.concurrency())
            .map(span -> InFlight.average(streams, span))
            .orElse(Double.NaN),
        InFlight.peak(streams));
  }
}
