package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;

/** What longer prompts do to TTFT and ITL, between levels that differ in nothing else. */
final class PromptLengthReading implements Reading {
  private static final double THOUSAND = 1000;

  @Override
  public List<Finding> read(Evidence evidence) {
    Map<SameLoad, List<LevelSummary>> loads = new LinkedHashMap<>();
    for (LevelSummary level : evidence.levels()) {
      if (level.level().promptTokens() >= 0
          && level.metric(Metric.TIME_TO_FIRST_TOKEN).isPresent()) {
        loads.computeIfAbsent(SameLoad.of(level.level()), s -> new ArrayList<>()).add(level);
      }
    }
    return loads.values().stream().flatMap(levels -> told(levels).stream()).limit(1).toList();
  }

  private static Optional<Finding> told(List<LevelSummary> levels) {
    Comparator<LevelSummary> byLength = Comparator.comparingInt(l -> l.level().promptTokens());
    LevelSummary low = levels.stream().min(byLength).orElseThrow();
    LevelSummary high = levels.stream().max(byLength).orElseThrow();
    double more = high.level().promptTokens() - low.level().promptTokens();
    if (more <= 0) {
      return Optional.empty();
    }
    double slower =
        median(high, Metric.TIME_TO_FIRST_TOKEN) - median(low, Metric.TIME_TO_FIRST_TOKEN);
    return Optional.of(
        Reading.note(
            FindingKind.PROMPT_LENGTH,
            "Prompts of {} instead of {} tokens ({}, {}) take TTFT p50 from {} to {} ({} a thousand"
                + " tokens) and ITL p50 from {} to {}.",
            Words.number(high.level().promptTokens()),
            Words.number(low.level().promptTokens()),
            high.level().name(),
            low.level().name(),
            Words.time(median(low, Metric.TIME_TO_FIRST_TOKEN)),
            Words.time(median(high, Metric.TIME_TO_FIRST_TOKEN)),
            Words.time(slower / more * THOUSAND),
            told(low),
            told(high)));
  }

  private static String told(LevelSummary level) {
    double itl = median(level, Metric.INTER_TOKEN_LATENCY);
    return Double.isNaN(itl) ? "n/a" : Words.time(itl);
  }

  private static double median(LevelSummary level, Metric metric) {
    return level.metric(metric).map(d -> d.quantile(0.5)).orElse(Double.NaN);
  }

  private record SameLoad(Level.Load load, String target, int maxTokens) {
    static SameLoad of(Level level) {
      String target = level.target();
      return new SameLoad(level.load(), target == null ? "" : target, level.maxTokens());
    }
  }
}
