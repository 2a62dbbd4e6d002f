package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.analysis.LoadCurve.Point;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;

/**
 * What the tail means for an action of several calls: at its p-quantile it sees the single call's
 * quantile {@code p^(1/n)}, and at least one of n calls is slower than the q-quantile with
 * probability {@code 1 − qⁿ}.
 */
final class ChainReading implements Reading {
  private static final int[] CALLS = {1, 5, 20};
  private static final double P = 0.95;
  private static final int FEWEST = 20;

  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.curves().stream()
        .flatMap(curve -> told(curve, evidence).map(curve::about).stream())
        .toList();
  }

  private static Optional<Finding> told(LoadCurve curve, Evidence evidence) {
    return chosen(curve, evidence)
        .flatMap(
            level ->
                level
                    .metric(Metric.REQUEST_LATENCY)
                    .filter(latency -> latency.count() >= FEWEST)
                    .map(latency -> told(level, latency)));
  }

  /** The highest open load that does not saturate, else the knee, else the highest closed load. */
  private static Optional<LevelSummary> chosen(LoadCurve curve, Evidence evidence) {
    Comparator<Point> byLoad = Comparator.comparingDouble(Point::load);
    return curve.open().stream()
        .filter(point -> !SaturationReading.saturated(evidence, curve, point))
        .max(byLoad)
        .or(curve::knee)
        .or(() -> curve.closed().stream().max(byLoad))
        .map(point -> evidence.level(point.level()));
  }

  private static Finding told(LevelSummary level, Distribution latency) {
    List<String> slowest = new ArrayList<>();
    List<String> chance = new ArrayList<>();
    boolean weak = false;
    for (int calls : CALLS) {
      double quantile = Math.pow(P, 1.0 / calls);
      boolean few = latency.weak(quantile);
      weak |= few;
      slowest.add(
          Words.say(
              "{}{} for {}",
              Words.time(latency.quantile(quantile)),
              few ? "*" : "",
              Words.count(calls, "call")));
      chance.add(Words.percent(1 - Math.pow(P, calls)));
    }
    return Reading.note(
        FindingKind.CHAIN_TAIL,
        "Tail of a chain at {}: the slowest call of an action takes, at p95, {}; at least one call"
            + " is slower than the single p95 in {} of such actions.{}",
        level.level().name(),
        Words.list(slowest),
        Words.list(chance),
        weak ? " (* little more than the slowest of " + latency.count() + " requests)" : "");
  }
}
