package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gatlingllm.analysis.Finding;
import org.gatlingllm.analysis.FindingKind;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RunAnalysis;

/** The first things to know of a run. */
final class Headline {
  private Headline() {}

  /** One sentence: what was measured, what failed, what is suspect. */
  static String of(RunAnalysis run) {
    if (run.levels().isEmpty()) {
      return "Nothing was measured: no level started.";
    }
    List<String> parts = new ArrayList<>();
    parts.add(count(run.levels().size(), "level", "levels"));
    parts.add(count(sent(run), "request", "requests"));
    int failed = run.levels().stream().mapToInt(s -> Failures.count(s.requests())).sum();
    parts.add(failed == 0 ? "none failed" : failed + " failed");
    long suspect = run.levels().stream().filter(Headline::suspect).count();
    parts.add(
        suspect == 0 ? "no level suspect" : count((int) suspect, "level", "levels") + " suspect");
    return String.join(", ", parts) + ".";
  }

  /** Whether all went well: every request ended well and no level is suspect. */
  static boolean clean(RunAnalysis run) {
    return !run.levels().isEmpty()
        && run.levels().stream().noneMatch(s -> suspect(s) || Failures.count(s.requests()) > 0);
  }

  /** Whether a level's numbers may be the client's own. */
  static boolean suspect(LevelSummary summary) {
    return !summary.suspect().isEmpty();
  }

  /** Whether the reading already speaks of this, so that a report need not say it twice. */
  static boolean tells(RunAnalysis run, FindingKind kind) {
    return run.reading().stream().anyMatch(finding -> finding.kind() == kind);
  }

  /** The findings, warnings first, else in their order. */
  static List<Finding> findings(RunAnalysis run) {
    return run.reading().stream()
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  private static int sent(RunAnalysis run) {
    return run.levels().stream().mapToInt(s -> s.requests().sent()).sum();
  }

  private static String count(int count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
