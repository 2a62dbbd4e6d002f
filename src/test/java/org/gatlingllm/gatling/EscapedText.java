package org.gatlingllm.gatling;

import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text whose escapes are taken away, one layer at a time, and from where in the whole text each
 * of its characters is. Known are the escapes of JSON and of programming languages, of URLs and of
 * HTML.
 */
final class EscapedText {
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:u(?<u>[0-9a-fA-F]{4})|x(?<x>[0-9a-fA-F]{2})|(?<c>[\"'\\\\/bfnrt]))"
              + "|%(?<p>[0-9a-fA-F]{2})"
              + "|&(?:#(?<d>[0-9]{1,5})|#[xX](?<h>[0-9a-fA-F]{1,4})|(?<n>amp|lt|gt|quot|apos));"
              // one that the end of a sample has cut
              + "|(?:\\\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)?|%[0-9a-fA-F]?"
              + "|&(?:#[xX]?[0-9a-fA-F]{0,5}|[a-z]{0,4}))\\z");

  private final String text;
  private final int[] starts;
  private final int[] ends;
  private final int wholeLength;

  private EscapedText(String text, int[] starts, int[] ends, int wholeLength) {
    this.text = text;
    this.starts = starts;
    this.ends = ends;
    this.wholeLength = wholeLength;
  }

  static EscapedText of(String text) {
    int[] starts = new int[text.length()];
    int[] ends = new int[text.length()];
    Arrays.setAll(starts, i -> i);
    Arrays.setAll(ends, i -> i + 1);
    return new EscapedText(text, starts, ends, text.length());
  }

  /** Without the outermost layer; itself where there is none. */
  EscapedText unescaped() {
    Matcher escape = ESCAPE.matcher(text);
    if (!escape.find()) {
      return this;
    }
    StringBuilder plain = new StringBuilder();
    int[] plainStarts = new int[text.length()];
    int[] plainEnds = new int[text.length()];
    int at = 0;
    do {
      at = copy(at, escape.start(), plain, plainStarts, plainEnds);
      int character = character(escape);
      if (character >= 0) {
        plainStarts[plain.length()] = starts[escape.start()];
        plainEnds[plain.length()] = ends[escape.end() - 1];
        plain.append((char) character);
      }
      at = escape.end();
    } while (escape.find());
    copy(at, text.length(), plain, plainStarts, plainEnds);
    return new EscapedText(plain.toString(), plainStarts, plainEnds, wholeLength);
  }

  private int copy(int from, int to, StringBuilder plain, int[] plainStarts, int[] plainEnds) {
    System.arraycopy(starts, from, plainStarts, plain.length(), to - from);
    System.arraycopy(ends, from, plainEnds, plain.length(), to - from);
    plain.append(text, from, to);
    return to;
  }

  /** Marks where in the whole text the wanted one is, in whatever case its letters are. */
  void mark(String wanted, BitSet places) {
    for (int at = 0; at <= text.length() - wanted.length(); at++) {
      if (text.regionMatches(true, at, wanted, 0, wanted.length())) {
        places.set(starts[at], ends[at + wanted.length() - 1]);
      }
    }
  }

  /** Marks the beginning of the wanted text, at least so long, in which this text was cut. */
  void markCut(String wanted, int shortest, BitSet places) {
    int longest = Math.min(wanted.length() - 1, text.length());
    for (int length = longest; length >= shortest; length--) {
      int at = text.length() - length;
      if (text.regionMatches(true, at, wanted, 0, length)) {
        places.set(starts[at], wholeLength);
        return;
      }
    }
  }

  /** What an escape stands for; negative where the end of the text has cut it. */
  private static int character(Matcher escape) {
    if (escape.group("c") != null) {
      return "\"'\\/\b\f\n\r\t".charAt("\"'\\/bfnrt".indexOf(escape.group("c")));
    } else if (escape.group("d") != null) {
      return Integer.parseInt(escape.group("d")) & 0xFFFF;
    } else if (escape.group("n") != null) {
      return named(escape.group("n"));
    }
    for (String hex : new String[] {"u", "x", "p", "h"}) {
      if (escape.group(hex) != null) {
        return Integer.parseInt(escape.group(hex), 16);
      }
    }
    return -1;
  }

  private static char named(String entity) {
    return switch (entity) {
      case "amp" -> '&';
      case "lt" -> '<';
      case "gt" -> '>';
      case "quot" -> '"';
      default -> '\'';
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
