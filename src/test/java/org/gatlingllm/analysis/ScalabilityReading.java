package org.gatlingllm.analysis;

import java.util.List;
import java.util.Optional;
import org.gatlingllm.analysis.LoadCurve.Point;

/** Where more users stop helping, by the Universal Scalability Law. */
final class ScalabilityReading implements Reading {
  /** A law that explains less of the curve than this is not used to say anything. */
  private static final double FIT_LEAST = 0.9;

  private static final double NEARLY = 0.9;
  private static final double BEYOND_MEASURED = 4;

  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.curves().stream()
        .flatMap(curve -> told(curve.closedByLoad()).map(curve::about).stream())
        .toList();
  }

  private static Optional<Finding> told(List<Point> points) {
    double[] users = points.stream().mapToDouble(Point::load).toArray();
    double[] throughput = points.stream().mapToDouble(Point::heldTokensPerSecond).toArray();
    return ScalabilityLaw.fit(users, throughput).map(law -> told(law, points));
  }

  private static Finding told(ScalabilityLaw law, List<Point> points) {
    return Reading.note(
        FindingKind.SCALABILITY,
        "Universal Scalability Law over {} closed levels: λ = {} tok/s, σ = {}, κ = {}, R² = {}; {}.",
        points.size(),
        Words.number(law.lambda()),
        Words.number(law.sigma()),
        Words.number(law.kappa()),
        Double.isNaN(law.rSquared()) ? "n/a (output hardly varies)" : Words.number(law.rSquared()),
        meaning(law, points));
  }

  private static String meaning(ScalabilityLaw law, List<Point> points) {
    if (Double.isNaN(law.rSquared())) {
      return Words.say("more users than at {} do not help", points.get(0).level());
    }
    double most = points.get(points.size() - 1).load();
    if (law.rSquared() < FIT_LEAST) {
      return "it does not fit, so it says nothing here";
    }
    double peak = law.peakUsers();
    if (peak <= BEYOND_MEASURED * most) {
      return Words.say(
          "more than about {} users stop helping (at most {} tok/s)",
          Words.number(Math.max(1, Math.rint(peak))),
          Words.number(law.throughput(Math.max(1, peak))));
    }
    double nearly = NEARLY * (1 - law.sigma()) / (law.sigma() * (1 - NEARLY));
    return nearly <= BEYOND_MEASURED * most && law.sigma() > 0
        ? Words.say(
            "output tends to {} tok/s, and beyond about {} users little is gained",
            Words.number(law.ceiling()),
            Words.number(Math.max(1, Math.rint(nearly))))
        : "more users still help beyond the loads measured";
  }
}
