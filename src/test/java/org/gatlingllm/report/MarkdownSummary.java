package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.gatlingllm.analysis.Finding;
import org.gatlingllm.analysis.FindingKind;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.RunHeader;

/**
 * A run as a comment on a pull request, in GitHub Markdown: what happened in the first line, one
 * table, what it says, the curve, and the rest folded away.
 */
public final class MarkdownSummary {
  /**
   * GitHub refuses comments over 65,536 characters; below this one still can put words around it.
   */
  static final int LONGEST = 60_000;

  private static final String LEFT_OUT =
      "\nLeft out for length: charts, settings and definitions; report.json and curve.svg have"
          + " them.\n";
  private static final int MOST_LINES = 256;
  private static final int LONGEST_SENTENCE = 600;

  private MarkdownSummary() {}

  /** Returns the summary of a run, as {@link #of(List)} does. */
  public static String of(RunAnalysis run) {
    return of(List.of(run));
  }

  /**
   * Returns the summary of some runs, one after the other, at most 60,000 characters; ends with a
   * line break. Where that is too little, the folded parts are left out and, if need be, the last
   * levels and findings of each run; both are told.
   */
  public static String of(List<RunAnalysis> runs) {
    String charts = MermaidChart.of(runs);
    String whole =
        cores(runs, Integer.MAX_VALUE)
            + (charts.isEmpty() ? "" : "\n" + charts.stripTrailing() + "\n")
            + MarkdownDetails.of(runs);
    if (whole.length() <= LONGEST) {
      return whole;
    }
    int most = MOST_LINES;
    String core = cores(runs, most);
    while (most > 0 && core.length() + LEFT_OUT.length() > LONGEST) {
      most /= 2;
      core = cores(runs, most);
    }
    return core + LEFT_OUT;
  }

  private static String cores(List<RunAnalysis> runs, int most) {
    return runs.stream().map(run -> core(run, most)).collect(Collectors.joining("\n"));
  }

  private static String core(RunAnalysis run, int most) {
    List<LevelSummary> levels = first(run.levels(), most);
    List<String> lines = new ArrayList<>();
    lines.add(verdict(run));
    lines.add("");
    lines.add(measured(run.header()));
    lines.add("");
    if (!levels.isEmpty()) {
      table(lines, levels);
      marks(lines, levels);
    }
    List<String> items = items(run);
    lines.addAll(first(items, most));
    int more = run.levels().size() - levels.size() + items.size() - first(items, most).size();
    if (more > 0) {
      lines.add("- " + more + " more levels and findings are in report.json");
    }
    return String.join("\n", lines).stripTrailing() + "\n";
  }

  private static <T> List<T> first(List<T> all, int most) {
    return all.subList(0, Math.min(most, all.size()));
  }

  private static String verdict(RunAnalysis run) {
    String sign = Headline.clean(run) ? "✅" : "⚠️";
    return sign + " **" + MarkdownText.of(run.header().label()) + "**: " + Headline.of(run);
  }

  private static String measured(RunHeader header) {
    String model = header.target().model();
    return MarkdownText.code(header.simulation())
        + " on "
        + MarkdownText.code(header.target().baseUrl())
        + ", "
        + MarkdownText.of(header.target().dialect())
        + (model.isEmpty() ? "" : ", model " + MarkdownText.code(model))
        + ", seed "
        + header.seed();
  }

  private static void table(List<String> lines, List<LevelSummary> levels) {
    lines.add(
        LevelColumn.ALL.stream()
            .map(c -> (c.group() + " " + c.name()).strip())
            .collect(Collectors.joining(" | ", "| level | ", " |")));
    lines.add("| :-- |" + " --: |".repeat(LevelColumn.ALL.size()));
    for (LevelSummary level : levels) {
      String name =
          MarkdownText.code(level.level().name()) + (Headline.suspect(level) ? " ⚠️" : "");
      lines.add(
          LevelColumn.ALL.stream()
              .map(c -> MarkdownText.of(c.cell().apply(level).text()) + star(c, level))
              .collect(Collectors.joining(" | ", "| " + name + " | ", " |")));
    }
    lines.add("");
  }

  private static String star(LevelColumn column, LevelSummary level) {
    return column.cell().apply(level).weak() ? "\\" + Quantity.MARK : "";
  }

  private static void marks(List<String> lines, List<LevelSummary> levels) {
    boolean weak =
        levels.stream()
            .anyMatch(l -> LevelColumn.ALL.stream().anyMatch(c -> c.cell().apply(l).weak()));
    if (weak) {
      lines.add("\\* too few samples for this percentile: little more than the slowest request");
      lines.add("");
    }
  }

  private static List<String> items(RunAnalysis run) {
    List<String> items = new ArrayList<>();
    for (LevelSummary level : run.levels()) {
      String name = MarkdownText.code(level.level().name());
      if (!Headline.tells(run, FindingKind.SUSPECT)) {
        level
            .suspect()
            .forEach(reason -> items.add("- ⚠️ " + name + " suspect: " + sentence(reason)));
      }
      String failures = Failures.inWords(level.requests());
      if (!failures.isEmpty()) {
        items.add("- " + name + ": " + MarkdownText.of(failures));
      }
    }
    for (Finding finding : Headline.findings(run)) {
      boolean warning = finding.severity() == Finding.Severity.WARNING;
      items.add("- " + (warning ? "⚠️ " : "") + sentence(finding.sentence()));
    }
    run.remarks().forEach(remark -> items.add("- files: " + sentence(remark)));
    return items;
  }

  private static String sentence(String text) {
    return MarkdownText.of(OneLine.of(text, LONGEST_SENTENCE));
  }
}
