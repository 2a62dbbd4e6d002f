package org.gatlingllm.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.analysis.LoadCurve.Point;

/**
 * What a closed loop hides: its users wait for their answers, so they never meet the queue that
 * independent arrivals make.
 */
final class ClosedLoopReading implements Reading {
  private static final double TAIL = 2;

  @Override
  public List<Finding> read(Evidence evidence) {
    List<LoadCurve> closed =
        evidence.curves().stream().filter(curve -> !curve.closed().isEmpty()).toList();
    if (!closed.isEmpty() && evidence.curves().stream().allMatch(c -> c.open().isEmpty())) {
      return List.of(closedOnly());
    }
    return closed.stream()
        .flatMap(curve -> told(curve, evidence).map(curve::about).stream())
        .toList();
  }

  private static Finding closedOnly() {
    return Reading.note(
        FindingKind.CLOSED_ONLY,
        "Closed levels only: their users wait for their answers, so they do not show the queue that"
            + " independent arrivals make; set llm.open.rates to see it.");
  }

  private static Optional<Finding> told(LoadCurve curve, Evidence evidence) {
    Point quiet = curve.closed().get(0);
    return curve.open().stream()
        .filter(open -> !SaturationReading.saturated(evidence, curve, open))
        .filter(open -> open.ttftP99Nanos() >= TAIL * open.ttftP50Nanos())
        .filter(open -> open.ttftP99Nanos() >= TAIL * quiet.ttftP99Nanos())
        .max(Comparator.comparingDouble(Point::ttftP99Nanos))
        .map(open -> told(quiet, open));
  }

  private static Finding told(Point quiet, Point open) {
    return Reading.note(
        FindingKind.CLOSED_LOOP,
        "The closed loop hides the queue: {} shows TTFT p99 {}, but {}, at {} completed requests/s"
            + " against {}, shows p50 {} and p99 {}: look there for what independent users feel.",
        quiet.level(),
        Words.time(quiet.ttftP99Nanos()),
        open.level(),
        Words.number(open.requestsPerSecond()),
        Words.number(quiet.requestsPerSecond()),
        Words.time(open.ttftP50Nanos()),
        Words.time(open.ttftP99Nanos()));
  }
}
