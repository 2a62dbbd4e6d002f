package org.gatlingllm.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.TokenTimings;

/**
 * How much of TTFT the server did not work on the prompt, where it tells its own prefill time: TTFT
 * − prefill of each request, the median of these. It is told for the level where it is longest, if
 * it is at least half of TTFT there.
 */
final class ServerWaitReading implements Reading {
  private static final int FEWEST = 5;
  private static final double MOST_OF_TTFT = 0.5;

  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.records().stream()
        .flatMap(records -> waited(records).stream())
        .max(Comparator.comparingDouble(Waited::rest))
        .filter(longest -> longest.rest >= MOST_OF_TTFT * longest.ttft)
        .map(ServerWaitReading::told)
        .stream()
        .toList();
  }

  /** Medians of a level, in nanoseconds. */
  private record Waited(String level, double ttft, double prefill, double rest) {}

  private static Optional<Waited> waited(LevelRecords records) {
    List<RequestRecord> told =
        records.ended().stream()
            .filter(r -> r.server().prefillNanos() != TokenTimings.ABSENT)
            .filter(r -> Samples.of(Metric.TIME_TO_FIRST_TOKEN, r).length > 0)
            .toList();
    if (told.size() < FEWEST) {
      return Optional.empty();
    }
    double[] ttft = Samples.all(Metric.TIME_TO_FIRST_TOKEN, told);
    double[] prefill = told.stream().mapToDouble(r -> (double) r.server().prefillNanos()).toArray();
    double[] wait = new double[ttft.length];
    for (int i = 0; i < wait.length; i++) {
      wait[i] = ttft[i] - prefill[i];
    }
    return Optional.of(
        new Waited(records.level().name(), median(ttft), median(prefill), median(wait)));
  }

  private static double median(double[] samples) {
    return Distribution.of(samples).quantile(0.5);
  }

  private static Finding told(Waited waited) {
    return Reading.note(
        FindingKind.SERVER_WAIT,
        "{}: by its own clock the server read the prompt for {} (p50), and TTFT p50 is {}: {} of it"
            + " (p50) passed in its queue or on the way.",
        waited.level,
        Words.time(waited.prefill),
        Words.time(waited.ttft),
        Words.time(waited.rest));
  }
}
