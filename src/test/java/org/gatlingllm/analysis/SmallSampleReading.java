package org.gatlingllm.analysis;

import java.util.List;
import java.util.OptionalInt;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;

/** Percentiles that the number of requests cannot support. */
final class SmallSampleReading implements Reading {
  private static final double P95 = 0.95;
  private static final double P99 = 0.99;

  @Override
  public List<Finding> read(Evidence evidence) {
    OptionalInt fewest =
        evidence.levels().stream()
            .flatMap(level -> level.metric(Metric.TIME_TO_FIRST_TOKEN).stream())
            .filter(ttft -> ttft.weak(P99))
            .mapToInt(Distribution::count)
            .min();
    return fewest.isEmpty() ? List.of() : List.of(told(fewest.getAsInt()));
  }

  private static Finding told(int count) {
    boolean p95 = Math.pow(P95, count) > 0.025;
    return Reading.note(
        FindingKind.SMALL_SAMPLE,
        "Small samples: with {} a level {} little more than the slowest request, and marked *; p95"
            + " takes 72 requests, p99 368, p99.9 3,688.",
        Words.count(count, "request"),
        p95 ? "p95 and p99 are" : "p99 is");
  }
}
