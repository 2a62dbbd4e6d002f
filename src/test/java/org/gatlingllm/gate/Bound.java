package org.gatlingllm.gate;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One side of a limit.
 *
 * @param atMost whether values up to it are good, else values from it on
 * @param value inside: nanoseconds, 0 to 1, per second
 * @param number as it was written
 * @param unit as it was written
 */
record Bound(boolean atMost, double value, String number, String unit) {
  private static final Pattern TEXT =
      Pattern.compile("(<=|≤|>=|≥|at most |at least )?\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(\\S.*)?");

  /**
   * Reads a bound; empty where the text is none of this dimension.
   *
   * @param atMost what is meant where the text does not say
   */
  static Optional<Bound> parse(String text, Dimension dimension, boolean atMost) {
    Matcher m = TEXT.matcher(text.strip());
    if (!m.matches()) {
      return Optional.empty();
    }
    String unit = m.group(3) == null ? "" : m.group(3).strip();
    OptionalDouble factor = dimension.factor(unit);
    if (factor.isEmpty()) {
      return Optional.empty();
    }
    double value = Double.parseDouble(m.group(2)) * factor.getAsDouble();
    boolean share = dimension == Dimension.SHARE;
    return share && value > 1
        ? Optional.empty()
        : Optional.of(new Bound(direction(m.group(1), atMost), value, m.group(2), unit));
  }

  private static boolean direction(String sign, boolean otherwise) {
    return sign == null
        ? otherwise
        : sign.equals("<=") || sign.equals("≤") || sign.equals("at most ");
  }

  /** Whether a value is within it. */
  boolean keeps(double observed) {
    return atMost ? observed <= value : observed >= value;
  }

  /** As it is shown: {@code ≤ 200 ms}. */
  String words() {
    return (atMost ? "≤ " : "≥ ") + number + (unit.isEmpty() ? "" : " " + unit);
  }
}
