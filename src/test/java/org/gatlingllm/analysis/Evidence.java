package org.gatlingllm.analysis;

import java.util.List;
import org.gatlingllm.metric.Run;

/**
 * What a reading draws on.
 *
 * @param run all there is
 * @param levels the numbers of its levels
 * @param records the requests of the same levels, in the same order
 * @param curves the same levels as curves
 * @param slo what was asked of a request
 */
record Evidence(
    Run run,
    List<LevelSummary> levels,
    List<LevelRecords> records,
    List<LoadCurve> curves,
    RequestSlo slo) {

  /** The requests of the level with this name. */
  LevelRecords records(String level) {
    return records.stream().filter(r -> r.level().name().equals(level)).findFirst().orElseThrow();
  }

  /** The numbers of the level with this name. */
  LevelSummary level(String level) {
    return levels.stream().filter(l -> l.level().name().equals(level)).findFirst().orElseThrow();
  }
}
