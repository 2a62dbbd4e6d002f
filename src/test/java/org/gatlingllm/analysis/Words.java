package org.gatlingllm.analysis;

import java.util.List;
import java.util.Locale;

/** Numbers as they stand in sentences: three significant digits and a unit. */
final class Words {
  private static final double NANOS_A_MILLI = 1e6;
  private static final double NANOS_A_SECOND = 1e9;
  private static final double PERCENT = 100;
  private static final String PLACE = "{}";

  private Words() {}

  /** A time, in milliseconds below a second: {@code 0.42 ms}, {@code 145 ms}, {@code 1.31 s}. */
  static String time(double nanos) {
    return Math.abs(nanos) < 0.9995 * NANOS_A_SECOND
        ? number(nanos / NANOS_A_MILLI) + " ms"
        : number(nanos / NANOS_A_SECOND) + " s";
  }

  /** A time given in seconds. */
  static String seconds(double seconds) {
    return time(seconds * NANOS_A_SECOND);
  }

  /** A share of 1 in percent: {@code 4.2 %}, {@code 87 %}; what would be 0.0 is under 0.1. */
  static String percent(double share) {
    double percent = share * PERCENT;
    if (percent > 0 && percent < 0.05) {
      return "under 0.1 %";
    }
    return format(Math.abs(percent) < 9.95 ? "%.1f %%" : "%.0f %%", percent);
  }

  /** Three significant digits, without trailing zeros behind the point. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size >= 99.95 || size == 0) {
      return format("%,.0f", value);
    }
    int decimals = size >= 9.995 ? 1 : size >= 0.9995 ? 2 : size >= 0.0995 ? 3 : 4;
    return format("%." + decimals + "f", value).replaceFirst("\\.?0+$", "");
  }

  /** A count and its noun: {@code 1 request}, {@code 24 requests}. */
  static String count(long count, String noun) {
    return format("%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  /** Names in a row: {@code a}, {@code a and b}, {@code a, b and c}. */
  static String list(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /**
   * A sentence with each {@code {}} replaced by the next value.
   *
   * @throws IllegalArgumentException when there are more or fewer places than values
   */
  static String say(String sentence, Object... values) {
    StringBuilder said = new StringBuilder();
    int from = 0;
    for (Object value : values) {
      int place = sentence.indexOf(PLACE, from);
      if (place < 0) {
        throw new IllegalArgumentException("no place for '" + value + "' in '" + sentence + "'");
      }
      said.append(sentence, from, place).append(value);
      from = place + PLACE.length();
    }
    if (sentence.indexOf(PLACE, from) >= 0) {
      throw new IllegalArgumentException("no value for each place in '" + sentence + "'");
    }
    return said.append(sentence, from, sentence.length()).toString();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
