package org.gatlingllm.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.TokenCounts;

/**
 * A prefix cache at work: the server tells that at least 10 % of the prompt tokens were cached (a
 * chat template alone is less), or, where prompts repeat, TTFT falls once a prompt was seen.
 */
final class PrefixCacheReading implements Reading {
  private static final double SHARE = 0.1;
  private static final int FEWEST_REPEATS = 5;
  private static final double FALLS_TO = 0.5;
  private static final String CACHE_BUST = "llm.cacheBust";

  @Override
  public List<Finding> read(Evidence evidence) {
    List<RequestRecord> told =
        evidence.records().stream()
            .flatMap(r -> r.ended().stream())
            .filter(r -> r.tokens().cached() != TokenCounts.UNKNOWN && r.tokens().prompt() > 0)
            .toList();
    long cached = told.stream().mapToLong(r -> r.tokens().cached()).sum();
    long prompt = told.stream().mapToLong(r -> r.tokens().prompt()).sum();
    if (prompt > 0 && cached >= SHARE * prompt) {
      return List.of(told((double) cached / prompt));
    }
    return repeats(evidence).map(List::of).orElse(List.of());
  }

  private static Finding told(double share) {
    return Reading.note(
        FindingKind.PREFIX_CACHE,
        "The prefix cache is at work: {} of the prompt tokens were read from it, so TTFT is that of"
            + " warm prompts (llm.cacheBust=true makes every prompt a new one).",
        Words.percent(share));
  }

  /** The first request of one user alone, warm-up included, against those that repeat it. */
  private static Optional<Finding> repeats(Evidence evidence) {
    if (!"false".equals(evidence.run().header().settings().get(CACHE_BUST))) {
      return Optional.empty();
    }
    List<RequestRecord> all =
        evidence.run().requests().stream()
            .filter(r -> Samples.of(Metric.TIME_TO_FIRST_TOKEN, r).length > 0)
            .sorted(Comparator.comparingLong((RequestRecord r) -> r.timings().sentNanos()))
            .toList();
    if (all.size() <= FEWEST_REPEATS) {
      return Optional.empty();
    }
    double first = Samples.of(Metric.TIME_TO_FIRST_TOKEN, all.get(0))[0];
    double later =
        Distribution.of(Samples.all(Metric.TIME_TO_FIRST_TOKEN, all.subList(1, all.size())))
            .quantile(0.5);
    return later > FALLS_TO * first
        ? Optional.empty()
        : Optional.of(
            Reading.note(
                FindingKind.PREFIX_CACHE,
                "A prefix cache may be at work: prompts repeat (llm.cacheBust=false), and TTFT fell"
                    + " from {} for the first to {} (median) for the others.",
                Words.time(first),
                Words.time(later)));
  }
}
