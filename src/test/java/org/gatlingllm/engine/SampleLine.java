package org.gatlingllm.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * One sample of the Prometheus text format: {@code name{label="value",…} value [timestamp]}. What
 * follows the value (a timestamp, an exemplar of OpenMetrics) is not looked at.
 *
 * @param value may be NaN or infinite
 */
record SampleLine(String name, Map<String, String> labels, double value) {
  private static final int LONGEST_NUMBER = 40;
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

  /** Copies the labels. */
  SampleLine {
    labels = Map.copyOf(labels);
  }

  /** Reads a line without its end; empty for a comment and for anything that is no sample. */
  static Optional<SampleLine> parse(String line) {
    return new Cursor(line).sample();
  }

  /** Java's own parser would also take {@code 1d}, {@code 0x1p3} and {@code Infinity}. */
  private static OptionalDouble number(String text) {
    return switch (text) {
      case "NaN" -> OptionalDouble.of(Double.NaN);
      case "+Inf", "Inf" -> OptionalDouble.of(Double.POSITIVE_INFINITY);
      case "-Inf" -> OptionalDouble.of(Double.NEGATIVE_INFINITY);
      default ->
          text.length() <= LONGEST_NUMBER && DECIMAL.matcher(text).matches()
              ? OptionalDouble.of(Double.parseDouble(text))
              : OptionalDouble.empty();
    };
  }

  /** A place in a line. What it takes, it passes; false or empty where that was not there. */
  private static final class Cursor {
    private final String line;
    private final Map<String, String> labels = new LinkedHashMap<>();
    private int at;

    Cursor(String line) {
      this.line = line;
    }

    Optional<SampleLine> sample() {
      skipSpaces();
      String name = taken(Cursor::inName);
      if (name.isEmpty() || !labels()) {
        return Optional.empty();
      }
      skipSpaces();
      OptionalDouble value = number(taken(c -> c != ' ' && c != '\t' && c != '\r'));
      return value.isPresent()
          ? Optional.of(new SampleLine(name, labels, value.getAsDouble()))
          : Optional.empty();
    }

    /** The labels in their braces, if there are any; a comma may follow the last one. */
    private boolean labels() {
      skipSpaces();
      if (!take('{')) {
        return true;
      }
      skipSpaces();
      while (!take('}')) {
        if (!label()) {
          return false;
        }
        skipSpaces();
        boolean more = take(',');
        skipSpaces();
        if (!more && !next('}')) {
          return false;
        }
      }
      return true;
    }

    private boolean label() {
      String name = taken(Cursor::inName);
      skipSpaces();
      if (name.isEmpty() || !take('=')) {
        return false;
      }
      skipSpaces();
      if (!take('"')) {
        return false;
      }
      StringBuilder value = new StringBuilder();
      while (at < line.length() && !next('"')) {
        value.append(next('\\') ? escaped() : line.charAt(at++));
      }
      labels.put(name, value.toString());
      return take('"');
    }

    /**
     * A line break, or the character itself: what else may be escaped is a quote or a backslash.
     */
    private char escaped() {
      at++;
      char character = at < line.length() ? line.charAt(at++) : '\\';
      return character == 'n' ? '\n' : character;
    }

    private String taken(IntPredicate wanted) {
      int from = at;
      while (at < line.length() && wanted.test(line.charAt(at))) {
        at++;
      }
      return line.substring(from, at);
    }

    private boolean take(char character) {
      boolean there = next(character);
      at += there ? 1 : 0;
      return there;
    }

    private boolean next(char character) {
      return at < line.length() && line.charAt(at) == character;
    }

    private void skipSpaces() {
      while (next(' ') || next('\t')) {
        at++;
      }
    }

    private static boolean inName(int c) {
      return (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || c == '_'
          || c == ':';
    }
  }
}
