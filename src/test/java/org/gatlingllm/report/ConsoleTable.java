package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.gatlingllm.analysis.Finding;
import org.gatlingllm.analysis.FindingKind;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RunAnalysis;

/**
 * A run on the console: its levels as rows, then one line a thing to know.
 *
 * <p>A star behind a percentile says that its sample is too small for it; an exclamation mark
 * before a level, that the level is suspect. No escape sequences: the text looks the same in a log
 * file.
 */
public final class ConsoleTable {
  private static final int LONGEST_LEVEL = 24;
  private static final String GAP = "  ";
  private static final String TIGHT = " ";

  private ConsoleTable() {}

  /** Returns the tables of some runs, one after the other. */
  public static String of(List<RunAnalysis> runs) {
    return runs.stream().map(ConsoleTable::of).collect(Collectors.joining("\n"));
  }

  /** Returns the table of a run, with its findings; ends with a line break. */
  public static String of(RunAnalysis run) {
    List<String> lines = new ArrayList<>();
    lines.add(title(run));
    lines.add(Headline.of(run));
    if (!run.levels().isEmpty()) {
      lines.add("");
      lines.addAll(table(run.levels()));
      lines.add("");
    }
    lines.addAll(notes(run));
    return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
  }

  private static String title(RunAnalysis run) {
    var header = run.header();
    String model = header.target().model();
    String what =
        header.label()
            + ": "
            + header.simulation()
            + " on "
            + header.target().baseUrl()
            + " ("
            + header.target().dialect()
            + (model.isEmpty() ? "" : ", " + model)
            + ")";
    return OneLine.of(what);
  }

  private static List<String> table(List<LevelSummary> levels) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(first("level", LevelColumn.ALL.stream().map(c -> c.name() + TIGHT).toList()));
    levels.forEach(level -> rows.add(row(level)));
    int[] widths = widths(rows);
    List<String> lines = new ArrayList<>();
    lines.add(groups(widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    lines.add(2, "─".repeat(line(rows.get(0), widths).stripTrailing().length()));
    return lines;
  }

  private static List<String> row(LevelSummary level) {
    String name = OneLine.of(level.level().name(), LONGEST_LEVEL);
    // a space where the star might be keeps the digits of a column in line
    List<String> cells =
        LevelColumn.ALL.stream()
            .map(c -> c.cell().apply(level))
            .map(q -> q.weak() ? q.marked() : q.text() + TIGHT)
            .toList();
    return first((Headline.suspect(level) ? "! " : "  ") + name, cells);
  }

  private static List<String> first(String name, List<String> cells) {
    List<String> row = new ArrayList<>();
    row.add(name);
    row.addAll(cells);
    return row;
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder(row.get(0));
    line.append(TIGHT.repeat(widths[0] - row.get(0).length()));
    for (int i = 1; i < widths.length; i++) {
      line.append(separator(i)).append(TIGHT.repeat(widths[i] - row.get(i).length()));
      line.append(row.get(i));
    }
    return line.toString();
  }

  /** Columns of one group stand closer than groups. */
  private static String separator(int column) {
    String group = LevelColumn.ALL.get(column - 1).group();
    boolean same = column > 1 && group.equals(LevelColumn.ALL.get(column - 2).group());
    return same ? TIGHT : GAP;
  }

  private static String groups(int[] widths) {
    StringBuilder line = new StringBuilder(TIGHT.repeat(widths[0]));
    int end = widths[0];
    String previous = "";
    for (int i = 1; i < widths.length; i++) {
      String group = LevelColumn.ALL.get(i - 1).group();
      if (!group.equals(previous)) {
        int start = end + separator(i).length();
        line.append(TIGHT.repeat(Math.max(1, start - line.length()))).append(group);
      }
      end += separator(i).length() + widths[i];
      previous = group;
    }
    return line.toString();
  }

  private static List<String> notes(RunAnalysis run) {
    List<String> lines = new ArrayList<>();
    if (run.levels().stream().anyMatch(ConsoleTable::hasWeak)) {
      lines.add("* too few samples for this percentile: little more than the slowest request");
    }
    for (LevelSummary level : run.levels()) {
      if (!Headline.tells(run, FindingKind.SUSPECT)) {
        level.suspect().forEach(reason -> lines.add(about("!", level, "suspect: " + reason)));
      }
      String failures = Failures.inWords(level.requests());
      if (!failures.isEmpty()) {
        lines.add(about("-", level, failures));
      }
    }
    for (Finding finding : Headline.findings(run)) {
      boolean warning = finding.severity() == Finding.Severity.WARNING;
      lines.add(OneLine.of((warning ? "! " : "- ") + finding.sentence()));
    }
    run.remarks().forEach(remark -> lines.add(OneLine.of("- files: " + remark)));
    return lines;
  }

  private static String about(String bullet, LevelSummary level, String what) {
    return OneLine.of(bullet + " " + level.level().name() + ": " + what);
  }

  private static boolean hasWeak(LevelSummary level) {
    return LevelColumn.ALL.stream().anyMatch(c -> c.cell().apply(level).weak());
  }
}
