package org.gatlingllm.gatling;

import java.util.List;
import java.util.stream.Collectors;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.SteadySpan;

/**
 * What a share of the closed peak is a share of: the best steady request rate of the closed levels
 * of the first pass that have the open level's prompt length. Where two servers are compared it is
 * the peak of the reference, for both: loaded each by its own peak, a slower server would get less
 * to do and look as fast.
 *
 * @param levels closed levels that come before the open one
 */
record ClosedPeak(List<LevelRun> levels) {
  ClosedPeak {
    levels = List.copyOf(levels);
  }

  /** The peak for an open level among the levels before it. */
  static ClosedPeak of(Level open, List<LevelRun> before) {
    return new ClosedPeak(
        before.stream()
            .filter(l -> l.level().closed() && !l.plan().warmUp())
            .filter(l -> l.level().repeat() == 1)
            .filter(l -> !Passes.CANDIDATE.equals(l.level().target()))
            .filter(l -> l.level().promptTokens() == open.promptTokens())
            .toList());
  }

  /**
   * Sees to it that the closed levels can tell a peak, and keep the requests that they need for it.
   *
   * @param open name of the level that has a share of it
   * @throws IllegalArgumentException when there are none, or each ends before all users have begun
   */
  void prepare(String open) {
    if (levels.isEmpty()) {
      throw new IllegalArgumentException(
          "cannot run level '"
              + open
              + "': its rate is a share of the closed peak, and no closed level comes before it that"
              + " has its prompt length; give requests per second, or closed levels");
    }
    if (levels.stream().noneMatch(ClosedPeak::canTell)) {
      throw new IllegalArgumentException(
          "cannot run level '"
              + open
              + "': its rate is a share of the closed peak; expected closed.requests above the"
              + " concurrency of at least one closed level before it, found "
              + levels.stream()
                  .map(l -> l.plan().budget().requests() + " at " + l.plan().name())
                  .collect(Collectors.joining(", ")));
    }
    levels.forEach(LevelRun::remember);
  }

  /** The peak in requests per second, once the closed levels have run; 0 where none had a rate. */
  double requestsPerSecond() {
    return levels.stream()
        .mapToDouble(l -> SteadySpan.requestRate(l.records(), l.users()))
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  /** A peak is measured once all users have sent a request, and one of them its second. */
  private static boolean canTell(LevelRun closed) {
    Budget budget = closed.plan().budget();
    return budget.lasting().isPresent() || budget.requests() > closed.users();
  }
}
