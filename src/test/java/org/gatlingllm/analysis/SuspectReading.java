package org.gatlingllm.analysis;

import java.util.List;

/** Levels that may have measured the client instead of the server. */
final class SuspectReading implements Reading {
  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.levels().stream().filter(l -> !l.suspect().isEmpty()).map(this::told).toList();
  }

  private Finding told(LevelSummary level) {
    return Reading.warning(
        FindingKind.SUSPECT,
        "{} is suspect: {}.",
        level.level().name(),
        String.join("; and ", level.suspect()));
  }
}
