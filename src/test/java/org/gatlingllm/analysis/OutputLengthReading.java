package org.gatlingllm.analysis;

import java.util.List;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;

/** Answers of different lengths in a level that asked for equal ones. */
final class OutputLengthReading implements Reading {
  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.levels().stream()
        .filter(level -> level.level().exactLength())
        .filter(
            level -> level.metric(Metric.OUTPUT_TOKENS).filter(d -> d.max() > d.min()).isPresent())
        .map(OutputLengthReading::told)
        .toList();
  }

  private static Finding told(LevelSummary level) {
    Distribution lengths = level.metric(Metric.OUTPUT_TOKENS).orElseThrow();
    return Reading.warning(
        FindingKind.OUTPUT_LENGTH,
        "{}: answers had {} to {} tokens though {} were asked for: latencies and rates of this"
            + " level mix answers of different lengths (set llm.ignoreEos if the server knows it).",
        level.level().name(),
        Words.number(lengths.min()),
        Words.number(lengths.max()),
        level.level().maxTokens() < 0 ? "equal ones" : Words.number(level.level().maxTokens()));
  }
}
