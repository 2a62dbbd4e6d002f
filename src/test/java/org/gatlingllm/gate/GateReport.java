package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a gate said, as texts: lines for a console, a section of Markdown, annotations of GitHub.
 *
 * @param verdicts one a limit; empty where no SLO was judged
 * @param changes one a comparison; empty where there was no baseline
 * @param refused why not all was judged that should have been, one sentence; else empty
 */
public record GateReport(List<Verdict> verdicts, List<Change> changes, String refused) {
  private static final String MARKUP = "&<>|`*_[]\\~$@#";
  private static final String COULD_NOT_RUN = "Gate could not run";

  /** Copies the lists. */
  public GateReport {
    verdicts = List.copyOf(verdicts);
    changes = List.copyOf(changes);
  }

  /** The verdicts of a gate that has compared whatever there was to compare. */
  public GateReport(List<Verdict> verdicts, List<Change> changes) {
    this(verdicts, changes, "");
  }

  /** The answer on the whole. A limit that is missed is missed, whatever could not be compared. */
  public GateOutcome outcome() {
    GateOutcome outcome = GateOutcome.of(verdicts, changes);
    return refused.isEmpty() || outcome == GateOutcome.FAILED ? outcome : GateOutcome.COULD_NOT_RUN;
  }

  /** Whether anything was judged, or should have been. */
  public boolean judged() {
    return !verdicts.isEmpty() || !changes.isEmpty() || !refused.isEmpty();
  }

  /**
   * One sentence: {@code Gate failed: 5 limits (4 met, 1 missed); 12 comparisons (12 unchanged).}
   */
  public String headline() {
    List<String> parts = new ArrayList<>();
    if (!verdicts.isEmpty()) {
      parts.add(
          Shown.count(verdicts.size(), "limit")
              + " ("
              + counts(verdicts.stream().map(v -> v.kind().word()).toList())
              + ")");
    }
    if (!changes.isEmpty()) {
      parts.add(
          Shown.count(changes.size(), "comparison")
              + " ("
              + counts(changes.stream().map(c -> c.kind().word()).toList())
              + ")");
    }
    if (!refused.isEmpty()) {
      parts.add("nothing was compared");
    }
    return "Gate "
        + outcome().word()
        + ": "
        + (parts.isEmpty() ? "nothing was asked" : String.join("; ", parts))
        + ".";
  }

  /** The headline and a line each, those that fail first; ends with a line break. */
  public String console() {
    List<String> lines = new ArrayList<>();
    lines.add(headline());
    if (!refused.isEmpty()) {
      lines.add("  ✗ " + refused);
    }
    verdicts.stream().filter(Verdict::fails).forEach(v -> lines.add("  ✗ " + v.sentence()));
    changes.stream().filter(Change::fails).forEach(c -> lines.add("  ✗ " + c.sentence()));
    verdicts.stream().filter(v -> !v.fails()).forEach(v -> lines.add(mark(v) + v.sentence()));
    changes.stream().filter(c -> !c.fails()).forEach(c -> lines.add(mark(c) + c.sentence()));
    return lines.stream().map(GateReport::oneLine).collect(Collectors.joining("\n", "", "\n"));
  }

  /** A section for a Markdown summary: headline and tables; ends with a line break. */
  public String markdown() {
    StringBuilder text = new StringBuilder("## Gate\n\n**" + escaped(headline()) + "**\n");
    if (!verdicts.isEmpty()) {
      row(text.append('\n'), "Limit", "Verdict", "Observed", "Interval", "n", "Why");
      text.append("| :-- | :-- | --: | --: | --: | :-- |\n");
      for (Verdict v : verdicts) {
        String kind = v.kind().word() + (v.tolerated() ? " (allowed)" : "");
        row(text, v.name(), kind, v.observed(), v.interval(), "" + v.n(), v.reason());
      }
    }
    if (!refused.isEmpty()) {
      text.append("\nNot judged in full: ").append(escaped(refused)).append('\n');
    }
    if (!changes.isEmpty()) {
      row(text.append('\n'), "Since the baseline", "Verdict", "Before", "Now", "Change", "Why");
      text.append("| :-- | :-- | --: | --: | --: | :-- |\n");
      for (Change c : changes) {
        String kind = c.kind().word() + (c.tolerated() ? " (allowed)" : "");
        row(text, c.name(), kind, c.before(), c.after(), c.changeWords(), c.reason());
      }
    }
    return text.toString();
  }

  /**
   * Lines that GitHub shows at the pull request: errors for what fails, warnings for what is
   * allowed.
   */
  public List<String> annotations() {
    List<String> lines = new ArrayList<>();
    if (!refused.isEmpty()) {
      lines.add(couldNotRun(refused));
    }
    for (Verdict v : verdicts) {
      if (v.kind() != Verdict.Kind.MET) {
        lines.add(annotation(v.fails(), "SLO " + v.kind().word(), v.sentence()));
      }
    }
    for (Change c : changes) {
      if (c.fails() || c.tolerated()) {
        lines.add(annotation(c.fails(), "Comparison " + c.kind().word(), c.sentence()));
      }
    }
    return lines;
  }

  /** An annotation for a gate that could not run. */
  public static String couldNotRun(String sentence) {
    return annotation(true, COULD_NOT_RUN, sentence);
  }

  private static String annotation(boolean error, String title, String message) {
    return (error ? "::error title=" : "::warning title=")
        + property(title)
        + "::"
        + commandText(message);
  }

  /** GitHub's workflow commands: a line each, so line breaks and % are encoded. */
  private static String commandText(String text) {
    return oneLine(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"));
  }

  private static String property(String text) {
    return commandText(text).replace(":", "%3A").replace(",", "%2C");
  }

  private static String mark(Verdict verdict) {
    return verdict.kind() == Verdict.Kind.MET ? "  ✓ " : "  ? ";
  }

  private static String mark(Change change) {
    return change.kind() == Change.Kind.INCONCLUSIVE ? "  ? " : "  ✓ ";
  }

  private static String counts(List<String> words) {
    return words.stream()
        .distinct()
        .map(word -> words.stream().filter(word::equals).count() + " " + word)
        .collect(Collectors.joining(", "));
  }

  private static void row(StringBuilder text, String... cells) {
    text.append("| ");
    for (String cell : cells) {
      text.append(escaped(cell)).append(" | ");
    }
    text.setLength(text.length() - 1);
    text.append('\n');
  }

  /** Names of levels and requests are the user's: shown as they are, never as markup. */
  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : oneLine(text).toCharArray()) {
      if (MARKUP.indexOf(c) >= 0) {
        out.append("&#").append((int) c).append(';');
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\p{Cf}]+", " ");
  }
}
