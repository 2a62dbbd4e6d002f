package org.gatlingllm.analysis;

import java.util.Map;
import org.gatlingllm.metric.Outcome;

/**
 * How the requests of a level ended; warm-up left out.
 *
 * @param sent all
 * @param ok those that ended well, empty answers included
 * @param failed those of a failure class, rate-limited and cancelled ones not included
 * @param cancelled ended by the end of the run
 * @param rateLimited 429 and 503
 * @param empty ok without any token
 * @param failures failed ones by class
 */
public record RequestCounts(
    int sent,
    int ok,
    int failed,
    int cancelled,
    int rateLimited,
    int empty,
    Map<Outcome, Integer> failures) {
  /** Copies the map. */
  public RequestCounts {
    failures = Map.copyOf(failures);
  }
}
