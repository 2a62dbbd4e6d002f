package org.gatlingllm.analysis;

import java.util.Comparator;
import java.util.List;
import org.gatlingllm.metric.Run.GatlingLog;

/** Whether the measurement agrees with Gatling's own log. */
final class LittlesLawReading implements Reading {
  @Override
  public List<Finding> read(Evidence evidence) {
    List<LevelSummary> judged =
        evidence.levels().stream().filter(l -> l.littlesLaw().judged()).toList();
    if (judged.isEmpty()) {
      return unchecked(evidence);
    }
    List<LevelSummary> broken = judged.stream().filter(l -> l.littlesLaw().broken()).toList();
    return List.of(broken.isEmpty() ? holds(judged) : broken(broken));
  }

  private static Finding holds(List<LevelSummary> judged) {
    LevelSummary worst =
        judged.stream()
            .max(Comparator.comparingDouble(l -> l.littlesLaw().relativeError()))
            .orElseThrow();
    return Reading.note(
        FindingKind.LITTLES_LAW,
        "Little's law holds at {} (largest difference {}, at {}): our records and Gatling's log"
            + " tell of the same streams.",
        judged.size() == 1 ? "the level judged" : "all " + judged.size() + " levels judged",
        Words.percent(worst.littlesLaw().relativeError()),
        worst.level().name());
  }

  private static Finding broken(List<LevelSummary> broken) {
    return Reading.warning(
        FindingKind.LITTLES_LAW_BROKEN,
        "Little's law does not hold at {}: our records and Gatling's log do not tell of the same"
            + " streams.",
        Words.list(
            broken.stream()
                .map(
                    level ->
                        Words.say(
                            "{} ({} in flight expected, {} seen)",
                            level.level().name(),
                            Words.number(level.littlesLaw().expectedInFlight()),
                            Words.number(level.littlesLaw().observedInFlight())))
                .toList()));
  }

  private static List<Finding> unchecked(Evidence evidence) {
    GatlingLog log = evidence.run().gatling();
    boolean missing = log == null || !log.complete();
    return !missing || evidence.levels().isEmpty()
        ? List.of()
        : List.of(
            Reading.note(
                FindingKind.LITTLES_LAW,
                "Little's law was not checked: simulation.log is {}.",
                log == null ? "missing" : "cut"));
  }
}
