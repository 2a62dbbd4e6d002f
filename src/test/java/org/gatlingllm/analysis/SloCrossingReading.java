package org.gatlingllm.analysis;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gatlingllm.analysis.LoadCurve.Point;
import org.gatlingllm.metric.Metric;

/**
 * At which load TTFT p95 leaves the limit that a request was given: one sentence a curve, for its
 * closed and its open levels.
 */
final class SloCrossingReading implements Reading {
  @Override
  public List<Finding> read(Evidence evidence) {
    Double limit = evidence.slo().limits().get(Metric.TIME_TO_FIRST_TOKEN);
    return limit == null
        ? List.of()
        : evidence.curves().stream()
            .flatMap(curve -> told(curve, limit).map(curve::about).stream())
            .toList();
  }

  private static Optional<Finding> told(LoadCurve curve, double limit) {
    List<Side> sides =
        Stream.of(
                side(curve.closedByLoad(), limit, "users"), side(curve.open(), limit, "requests/s"))
            .flatMap(Optional::stream)
            .toList();
    return sides.isEmpty() ? Optional.empty() : Optional.of(told(sides, limit));
  }

  private static Finding told(List<Side> sides, double limit) {
    Side first = sides.get(0);
    String second = "";
    if (sides.size() > 1) {
      Side open = sides.get(1);
      String verb = open.verb.equals(first.verb) ? " " : " " + open.verb + " it ";
      second = " and" + verb + open.where;
    }
    boolean kept = sides.stream().allMatch(side -> side.verb.equals(Side.WITHIN));
    return Reading.note(
        kept ? FindingKind.SLO_KEPT : FindingKind.SLO_CROSSED,
        "TTFT p95 {} its limit of {} {}{}.",
        first.verb,
        Words.time(limit),
        first.where,
        second);
  }

  /**
   * What closed or open levels do to the limit.
   *
   * @param verb what TTFT p95 does
   * @param where and where it does so
   */
  private record Side(String verb, String where) {
    static final String WITHIN = "stays within";
    static final String CROSSES = "crosses";
    static final String OVER = "is over";
  }

  private static Optional<Side> side(List<Point> points, double limit, String unit) {
    List<Point> known = points.stream().filter(p -> !Double.isNaN(p.ttftP95Nanos())).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    if (known.get(0).ttftP95Nanos() > limit) {
      String where = "from the lowest load on (" + measured(known.get(0)) + ")";
      return Optional.of(new Side(Side.OVER, where));
    }
    for (int i = 1; i < known.size(); i++) {
      if (known.get(i).ttftP95Nanos() > limit) {
        return Optional.of(crossing(known.get(i - 1), known.get(i), limit, unit));
      }
    }
    Point last = known.get(known.size() - 1);
    String where = Words.say("up to {} ({})", last.level(), Words.time(last.ttftP95Nanos()));
    return Optional.of(new Side(Side.WITHIN, where));
  }

  private static Side crossing(Point low, Point high, double limit, String unit) {
    double share = (limit - low.ttftP95Nanos()) / (high.ttftP95Nanos() - low.ttftP95Nanos());
    return new Side(
        Side.CROSSES,
        Words.say(
            "at about {} {} (between {} and {})",
            Words.number(low.load() + share * (high.load() - low.load())),
            unit,
            measured(low),
            measured(high)));
  }

  private static String measured(Point point) {
    return point.level() + ": " + Words.time(point.ttftP95Nanos());
  }
}
