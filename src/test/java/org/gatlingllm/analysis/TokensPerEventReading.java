package org.gatlingllm.analysis;

import java.util.List;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.TokenCounts;

/**
 * Answers of which nobody knows which arrival delivered how many tokens ({@link
 * TokenCounts#attributable}): the reason why they are in no ITL and no TPOT.
 */
final class TokensPerEventReading implements Reading {
  @Override
  public List<Finding> read(Evidence evidence) {
    List<LevelRecords> levels =
        evidence.records().stream()
            .filter(level -> answers(level).stream().anyMatch(TokensPerEventReading::unknown))
            .toList();
    return levels.isEmpty() ? List.of() : List.of(told(levels));
  }

  private static Finding told(List<LevelRecords> levels) {
    List<TokenCounts> all = levels.stream().flatMap(level -> answers(level).stream()).toList();
    List<TokenCounts> unknown = all.stream().filter(TokensPerEventReading::unknown).toList();
    double each = unknown.stream().mapToDouble(TokenCounts::tokensPerEvent).average().orElseThrow();
    return Reading.warning(
        FindingKind.TOKENS_PER_EVENT,
        "{} of {} at {} hold more tokens than events ({} tokens an event on average) and the server"
            + " tells no running count: they have no ITL and no TPOT, see ICL.",
        Words.number(unknown.size()),
        Words.count(all.size(), "answer"),
        Words.list(levels.stream().map(level -> level.level().name()).toList()),
        Words.number(each));
  }

  private static List<TokenCounts> answers(LevelRecords level) {
    return level.ended().stream()
        .filter(r -> r.outcome().whole() && r.timings().arrivals() > 0)
        .map(RequestRecord::tokens)
        .toList();
  }

  private static boolean unknown(TokenCounts tokens) {
    return !tokens.attributable();
  }
}
