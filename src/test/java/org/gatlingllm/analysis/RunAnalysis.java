package org.gatlingllm.analysis;

import java.util.List;
import org.gatlingllm.metric.RunHeader;

/**
 * The numbers of a run and what they say.
 *
 * @param header what was known before the first request
 * @param levels in the order in which they ran
 * @param reading findings, the most important first
 * @param remarks what a reader must know of the files that this was made from
 */
public record RunAnalysis(
    RunHeader header, List<LevelSummary> levels, List<Finding> reading, List<String> remarks) {
  /** Copies the lists. */
  public RunAnalysis {
    levels = List.copyOf(levels);
    reading = List.copyOf(reading);
    remarks = List.copyOf(remarks);
  }
}
