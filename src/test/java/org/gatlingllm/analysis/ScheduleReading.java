package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;

/** Open levels whose requests were not sent when they were due. */
final class ScheduleReading implements Reading {
  private static final double P99 = 0.99;
  private static final double LATE_LEAST_NANOS = 5e6;
  private static final double LATE_OF_TTFT = 0.1;
  private static final double APART = 0.05;

  /** Gatling starts users in whole milliseconds. */
  private static final double APART_LEAST_NANOS = 2e6;

  @Override
  public List<Finding> read(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    for (LevelSummary level : evidence.levels()) {
      if (!level.level().closed()) {
        late(level, findings);
        bothClocks(level, findings);
      }
    }
    return findings;
  }

  private static void late(LevelSummary level, List<Finding> findings) {
    double delay = quantile(level, Metric.SCHEDULE_DELAY, P99);
    double ttft = quantile(level, Metric.TIME_TO_FIRST_TOKEN, 0.5);
    if (delay > Math.max(LATE_LEAST_NANOS, LATE_OF_TTFT * ttft)) {
      findings.add(
          Reading.warning(
              FindingKind.SCHEDULE_DELAY,
              "{}: requests were sent up to {} (p99) after they were due, at a TTFT p50 of {}: the"
                  + " client could not keep up; give it more cores, or use several injectors.",
              level.level().name(),
              Words.time(delay),
              Words.time(ttft)));
    }
  }

  private static void bothClocks(LevelSummary level, List<Finding> findings) {
    double sent = quantile(level, Metric.TIME_TO_FIRST_TOKEN, P99);
    double due = quantile(level, Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE, P99);
    if (Math.abs(due - sent) > Math.max(APART * sent, APART_LEAST_NANOS)) {
      findings.add(
          Reading.warning(
              FindingKind.FROM_SCHEDULE,
              "{}: TTFT p99 is {} from sent and {} from schedule, {} apart: {}.",
              level.level().name(),
              Words.time(sent),
              Words.time(due),
              Words.percent(Math.abs(due - sent) / sent),
              due > sent
                  ? "read the one from schedule, which is what an arriving user waits"
                  : "requests were sent before they were due, so the schedule was not kept"));
    }
  }

  private static double quantile(LevelSummary level, Metric metric, double quantile) {
    return level.metric(metric).map((Distribution d) -> d.quantile(quantile)).orElse(Double.NaN);
  }
}
