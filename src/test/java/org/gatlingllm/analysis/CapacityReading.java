package org.gatlingllm.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gatlingllm.analysis.LoadCurve.Point;

/** How many requests an open level keeps in the server, by L = λW. */
final class CapacityReading implements Reading {
  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.curves().stream()
        .flatMap(curve -> told(curve, evidence).map(curve::about).stream())
        .toList();
  }

  /** λ of the fastest open level, W of the level where requests stayed shortest. */
  private static Optional<Finding> told(LoadCurve curve, Evidence evidence) {
    return curve.open().stream()
        .max(Comparator.comparingDouble(Point::load))
        .filter(point -> point.load() > 0)
        .flatMap(point -> shortest(curve, evidence).map(law -> told(point, law)));
  }

  private static Finding told(Point point, LittlesLaw shortest) {
    double residence = shortest.meanResidenceSeconds();
    double inFlight = point.load() * residence;
    return Reading.note(
        FindingKind.CAPACITY,
        "{} requests/s ({}) of {} each, the best mean of all levels, keep {} in flight (L = λW):"
            + " that takes at least {}.",
        Words.number(point.load()),
        point.level(),
        Words.seconds(residence),
        Words.number(inFlight),
        Words.count((long) Math.ceil(inFlight), "slot"));
  }

  /** Saturated levels left out: there, a request mostly waits. */
  private static Optional<LittlesLaw> shortest(LoadCurve curve, Evidence evidence) {
    return Stream.concat(
            curve.closed().stream(),
            curve.open().stream()
                .filter(point -> !SaturationReading.saturated(evidence, curve, point)))
        .map(point -> evidence.level(point.level()).littlesLaw())
        .min(Comparator.comparingDouble(LittlesLaw::meanResidenceSeconds));
  }
}
