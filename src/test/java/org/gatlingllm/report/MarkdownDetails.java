package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RunHeader;

/** The folded parts of {@code summary.md}: the settings of each run, and what the names mean. */
final class MarkdownDetails {
  private static final int LONGEST_VALUE = 200;

  private MarkdownDetails() {}

  static String of(List<RunAnalysis> runs) {
    List<String> lines = new ArrayList<>();
    for (RunAnalysis run : runs) {
      String of = runs.size() == 1 ? "" : " of " + MarkdownText.of(run.header().label());
      open(lines, "Settings" + of);
      settings(lines, run.header());
      close(lines);
    }
    open(lines, "Definitions");
    definitions(lines);
    close(lines);
    return String.join("\n", lines) + "\n";
  }

  private static void settings(List<String> lines, RunHeader header) {
    lines.add("| setting | value |");
    lines.add("| :-- | :-- |");
    lines.add("| Gatling | " + MarkdownText.of(header.gatlingVersion()) + " |");
    lines.add("| Java | " + MarkdownText.of(header.javaVersion()) + " |");
    header
        .settings()
        .forEach((key, value) -> lines.add("| " + code(key) + " | " + code(value) + " |"));
  }

  private static void definitions(List<String> lines) {
    lines.add("| metric | short | unit | formula |");
    lines.add("| :-- | :-- | :-- | :-- |");
    for (Metric metric : Metric.values()) {
      List<String> cells =
          List.of(
              MarkdownText.of(metric.tag()),
              MarkdownText.of(metric.shortName()),
              metric.unit().symbol(),
              MarkdownText.of(metric.formula()));
      lines.add("| " + String.join(" | ", cells) + " |");
    }
  }

  private static String code(String text) {
    return text.isBlank() ? "" : MarkdownText.code(OneLine.of(text, LONGEST_VALUE));
  }

  private static void open(List<String> lines, String summary) {
    lines.add("");
    lines.add("<details><summary>" + summary + "</summary>");
    lines.add("");
  }

  private static void close(List<String> lines) {
    lines.add("");
    lines.add("</details>");
  }
}
