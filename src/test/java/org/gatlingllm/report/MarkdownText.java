package org.gatlingllm.report;

/**
 * Text of others inside GitHub Markdown: shown as it is, never as markup, table cell, mention,
 * reference or link.
 *
 * <p>Character references are the one escape that works everywhere: they cannot open or close
 * markup, and a table row is not split at them. GitHub looks for mentions and references after
 * rendering, so {@code @} and {@code #} also get a word joiner behind them; inside a code element
 * it does not look.
 */
final class MarkdownText {
  private static final String MARKUP = "&<>|`*_[]\\~$@#";
  private static final String WORD_JOINER = "&#8288;";

  private MarkdownText() {}

  /** Returns text for a sentence, a list item or a table cell. */
  static String of(String text) {
    return escaped(text)
        .replace("&#64;", "&#64;" + WORD_JOINER)
        .replace("&#35;", "&#35;" + WORD_JOINER);
  }

  /** Returns text set as code, which is right for names that hold {@code #2} or {@code @b}. */
  static String code(String text) {
    return "<code>" + escaped(text) + "</code>";
  }

  /** A bare address becomes a link even inside a code element; without its colon it does not. */
  private static String escaped(String text) {
    return references(text).replace("://", "&#58;//").replaceAll("(?i)(www)\\.", "$1&#46;");
  }

  private static String references(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : OneLine.of(text).toCharArray()) {
      if (MARKUP.indexOf(c) >= 0) {
        out.append("&#").append((int) c).append(';');
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
