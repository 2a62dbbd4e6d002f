package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.analysis.LoadCurve.Point;
import org.gatlingllm.metric.Metric;

/** At which load TTFT p95 leaves the limit that a request was given. */
final class SloCrossingReading implements Reading {
  static final String KIND = "slo_crossing";

  @Override
  public List<Finding> read(Evidence evidence) {
    Double limit = evidence.slo().limits().get(Metric.TIME_TO_FIRST_TOKEN);
    List<Finding> findings = new ArrayList<>();
    if (limit != null) {
      for (LoadCurve curve : evidence.curves()) {
        told(curve.closedByLoad(), limit, "users").forEach(f -> findings.add(curve.about(f)));
        told(curve.open(), limit, "requests/s").forEach(f -> findings.add(curve.about(f)));
      }
    }
    return findings;
  }

  private static List<Finding> told(List<Point> points, double limit, String unit) {
    List<Point> known = points.stream().filter(p -> !Double.isNaN(p.ttftP95Nanos())).toList();
    if (known.isEmpty()) {
      return List.of();
    }
    Point first = known.get(0);
    if (first.ttftP95Nanos() > limit) {
      return List.of(
          Reading.note(
              KIND,
              "TTFT p95 is over its limit of {} from the lowest load on ({}: {}).",
              Words.time(limit),
              first.level(),
              Words.time(first.ttftP95Nanos())));
    }
    for (int i = 1; i < known.size(); i++) {
      if (known.get(i).ttftP95Nanos() > limit) {
        return List.of(crossing(known.get(i - 1), known.get(i), limit, unit));
      }
    }
    return List.of(below(known.get(known.size() - 1), limit));
  }

  private static Finding crossing(Point low, Point high, double limit, String unit) {
    double share = (limit - low.ttftP95Nanos()) / (high.ttftP95Nanos() - low.ttftP95Nanos());
    return Reading.note(
        KIND,
        "TTFT p95 crosses its limit of {} at about {} {} (between {}: {} and {}: {}).",
        Words.time(limit),
        Words.number(low.load() + share * (high.load() - low.load())),
        unit,
        low.level(),
        Words.time(low.ttftP95Nanos()),
        high.level(),
        Words.time(high.ttftP95Nanos()));
  }

  private static Finding below(Point last, double limit) {
    return Reading.note(
        KIND,
        "TTFT p95 stays within its limit of {} up to {} ({}).",
        Words.time(limit),
        last.level(),
        Words.time(last.ttftP95Nanos()));
  }
}
