package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.analysis.LoadCurve.Point;

/**
 * What more users do to the server, from one closed level to the next: run side by side, share
 * batches, queue, or both of these.
 *
 * <p>Queueing: output stays (less than 10 % more), ITL stays, and TTFT grows by about what the
 * added users cost: each waits for one more completion, so added users ÷ request rate. Batching:
 * more streams get tokens at once, output grows and so does ITL. Side by side: the same, and ITL
 * does not grow. Counting the streams that get tokens at once keeps noise from looking like growth.
 */
final class ShapeReading implements Reading {
  @Override
  public List<Finding> read(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    for (LoadCurve curve : evidence.curves()) {
      List<Point> points = curve.closedByLoad();
      int from = 0;
      while (from < points.size() - 1) {
        int to = endOfStretch(points, from, evidence);
        new LoadStep(points.get(from), points.get(to), evidence)
            .told(LoadStep.kind(points.get(from), points.get(from + 1), evidence))
            .ifPresent(finding -> findings.add(curve.about(finding)));
        from = to;
      }
    }
    return findings;
  }

  /** How far the levels go on as they begin. */
  private static int endOfStretch(List<Point> points, int from, Evidence evidence) {
    LoadStep.Kind kind = LoadStep.kind(points.get(from), points.get(from + 1), evidence);
    int to = from + 1;
    while (to < points.size() - 1
        && LoadStep.kind(points.get(to), points.get(to + 1), evidence) == kind) {
      to++;
    }
    return to;
  }
}
