package org.gatlingllm.report;

/**
 * Text of others on one line: no control character reaches a terminal, no line break opens a new
 * row, and no invisible or direction-changing character hides what stands there.
 */
final class OneLine {
  private static final String CUT = "…";

  private OneLine() {}

  /** Replaces each run of white space, control and format characters by one space, and trims. */
  static String of(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> append(out, c));
    return out.toString().strip();
  }

  /** The same, cut to so many characters. */
  static String of(String text, int longest) {
    String line = of(text);
    if (line.codePointCount(0, line.length()) <= longest) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, longest - 1)) + CUT;
  }

  private static void append(StringBuilder out, int character) {
    if (visible(character)) {
      out.appendCodePoint(character);
    } else if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
      out.append(' ');
    }
  }

  private static boolean visible(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
