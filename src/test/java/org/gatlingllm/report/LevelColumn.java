package org.gatlingllm.report;

import java.util.List;
import java.util.function.Function;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.metric.Metric;

/**
 * One column of the table of levels, as console and Markdown show it.
 *
 * @param group what columns beside each other share, with its unit; empty where there is none
 * @param name its own name
 * @param cell the number of a level
 */
record LevelColumn(String group, String name, Function<LevelSummary, Quantity> cell) {
  /** The columns, from left to right; the level's name comes before them. */
  static final List<LevelColumn> ALL =
      List.of(
          new LevelColumn("", "requests", s -> Quantity.of(s.requests().sent())),
          new LevelColumn("", "failed", s -> Quantity.of(Failures.count(s.requests()))),
          new LevelColumn("", "req/s", s -> Quantity.of(s.rates().requests())),
          new LevelColumn("", "tok/s", s -> Quantity.of(s.rates().outputTokens())),
          quantile("TTFT ms", Metric.TIME_TO_FIRST_TOKEN, 0.5),
          quantile("TTFT ms", Metric.TIME_TO_FIRST_TOKEN, 0.95),
          quantile("TTFT ms", Metric.TIME_TO_FIRST_TOKEN, 0.99),
          quantile("ITL ms", Metric.INTER_TOKEN_LATENCY, 0.5),
          quantile("ITL ms", Metric.INTER_TOKEN_LATENCY, 0.99),
          quantile("TPOT ms", Metric.TIME_PER_OUTPUT_TOKEN, 0.5),
          quantile("E2E ms", Metric.REQUEST_LATENCY, 0.5),
          quantile("E2E ms", Metric.REQUEST_LATENCY, 0.99),
          new LevelColumn("", "L", s -> Quantity.of(inFlight(s))));

  private static LevelColumn quantile(String group, Metric metric, double quantile) {
    return new LevelColumn(
        group,
        Quantity.percentile(quantile),
        s -> s.metric(metric).map(d -> Quantity.of(metric, d, quantile)).orElse(Quantity.ABSENT));
  }

  /** Streams in flight: as Gatling's own log saw them, else as held in the steady span. */
  private static double inFlight(LevelSummary summary) {
    double observed = summary.littlesLaw().observedInFlight();
    return Double.isFinite(observed) ? observed : summary.held().mean();
  }
}
