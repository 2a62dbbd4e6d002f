package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.gate.Verdict.Kind;

/**
 * A limit on the highest closed level that keeps another limit.
 *
 * <p>Met: a level of at least so many users keeps it. Missed: every such level misses it.
 * Inconclusive: all else, and where no such level was run.
 *
 * @param kept what a level must keep
 * @param bound least number of users
 */
record CapacityLimit(Scope scope, MetricLimit kept, Bound bound) implements Limit {

  @Override
  public String words() {
    return "capacity with " + kept.words() + " " + bound.words();
  }

  /** One question for each prompt length. */
  @Override
  public List<Question> questions(List<Load> loads) {
    Map<Integer, List<Load>> closed = new LinkedHashMap<>();
    loads.stream()
        .filter(Load::closed)
        .forEach(
            load ->
                closed
                    .computeIfAbsent(load.levels().get(0).promptTokens(), p -> new ArrayList<>())
                    .add(load));
    if (closed.isEmpty()) {
      return List.of(Question.of(this, Scope.CLOSED, List.of(), loads));
    }
    return closed.entrySet().stream()
        .map(e -> Question.of(this, where(e.getKey(), closed.size()), e.getValue(), loads))
        .toList();
  }

  @Override
  public Judgement judge(List<LoadSample> samples) {
    Map<Kind, List<LoadSample>> by = new LinkedHashMap<>();
    for (LoadSample sample : samples) {
      by.computeIfAbsent(sample.judged(kept).kind(), k -> new ArrayList<>()).add(sample);
    }
    int best = most(by.getOrDefault(Kind.MET, List.of()));
    int open = most(by.getOrDefault(Kind.INCONCLUSIVE, List.of()));
    int n = samples.stream().mapToInt(s -> s.ended().size()).sum();
    return new Judgement(
        kind(best, open, most(samples)),
        best == 0 ? Shown.NONE : Shown.count(best, "user"),
        n,
        Shown.NONE,
        reason(by, samples));
  }

  private Kind kind(int best, int open, int tried) {
    if (bound.keeps(best)) {
      return Kind.MET;
    }
    return bound.keeps(tried) && !bound.keeps(open) ? Kind.MISSED : Kind.INCONCLUSIVE;
  }

  private String reason(Map<Kind, List<LoadSample>> by, List<LoadSample> samples) {
    if (!bound.keeps(most(samples))) {
      return "no closed level of " + bound.number() + " users or more was run";
    }
    List<String> said = new ArrayList<>();
    by.forEach((kind, those) -> said.add(kind.word() + " at " + names(those)));
    return String.join(", ", said);
  }

  private static String names(List<LoadSample> samples) {
    return String.join(", ", samples.stream().map(s -> s.load().name()).toList());
  }

  private static int most(List<LoadSample> samples) {
    return samples.stream()
        .map(s -> s.load().concurrency())
        .max(Comparator.naturalOrder())
        .orElse(0);
  }

  private static String where(int promptTokens, int lengths) {
    return lengths == 1 ? Scope.CLOSED : Scope.CLOSED + " p=" + promptTokens;
  }
}
