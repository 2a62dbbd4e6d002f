package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Level;

/**
 * The repeats of one load on one server.
 *
 * @param name without the suffixes of repeat and target: {@code c=8}, {@code c=8 p=400}
 * @param levels its repeats, in the order in which they ran
 */
record Load(String name, List<Level> levels) {
  /** The server that is judged where a run has two: {@code llm.baseUrl}. */
  static final String CANDIDATE = "a";

  /** The server to compare with: {@code llm.baseline.baseUrl}. */
  static final String REFERENCE = "b";

  Load {
    levels = List.copyOf(levels);
  }

  /** The loads of a run, on the judged server; warm-up is none. */
  static List<Load> of(RunAnalysis run) {
    return of(levels(run));
  }

  /** The levels of a run, without warm-up. */
  static List<Level> levels(RunAnalysis run) {
    return run.levels().stream().map(LevelSummary::level).toList();
  }

  /** The loads among levels, on the judged server. */
  static List<Load> of(List<Level> levels) {
    return on(CANDIDATE, levels);
  }

  /** The loads on one of two servers; levels of a run with one server are on every server. */
  static List<Load> on(String target, List<Level> levels) {
    Map<String, List<Level>> found = new LinkedHashMap<>();
    for (Level level : levels) {
      if (level.target() == null || level.target().equals(target)) {
        found.computeIfAbsent(level.loadName(), name -> new ArrayList<>()).add(level);
      }
    }
    return found.entrySet().stream().map(e -> new Load(e.getKey(), e.getValue())).toList();
  }

  boolean closed() {
    return levels.get(0).closed();
  }

  /** Users of a closed load; 0 for an open one. */
  int concurrency() {
    return levels.get(0).load() instanceof Level.Closed closed ? closed.concurrency() : 0;
  }
}
