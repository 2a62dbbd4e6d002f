package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.analysis.RequestCounts;
import org.gatlingllm.metric.Outcome;

/** What went wrong in a level, in words. */
final class Failures {
  private Failures() {}

  /**
   * Requests that did not end well: failed and rate-limited ones; the end of the run fails none.
   */
  static int count(RequestCounts requests) {
    return requests.failed() + requests.rateLimited();
  }

  /**
   * Each kind with its number, for example {@code 3 failed (2 timeout, 1 truncated), 1 cancelled by
   * the end of the run}; empty when all is well.
   */
  static String inWords(RequestCounts requests) {
    List<String> parts = new ArrayList<>();
    if (requests.failed() > 0) {
      String classes = classes(requests);
      parts.add(requests.failed() + " failed" + (classes.isEmpty() ? "" : " (" + classes + ")"));
    }
    add(parts, requests.rateLimited(), "rate-limited (429, 503)");
    add(parts, requests.cancelled(), "cancelled by the end of the run");
    add(parts, requests.empty(), "ended well without a token");
    return String.join(", ", parts);
  }

  private static String classes(RequestCounts requests) {
    List<String> parts = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      add(parts, requests.failures().getOrDefault(outcome, 0), outcome.tag());
    }
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
