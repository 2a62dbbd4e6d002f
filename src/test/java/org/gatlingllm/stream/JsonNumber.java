package org.gatlingllm.stream;

import java.nio.charset.StandardCharsets;

/** Turns the text of a JSON number into one. Never throws. */
final class JsonNumber {
  private static final int LONGEST = 64;

  /** So many digits always fit into an int. */
  private static final int SAFE_DIGITS = 9;

  private JsonNumber() {}

  /** The number, or NaN when the bytes are none or absurdly many. */
  static double parse(byte[] bytes, int from, int to) {
    if (to - from > SAFE_DIGITS) {
      return parseAny(bytes, from, to);
    }
    int whole = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return parseAny(bytes, from, to);
      }
      whole = whole * 10 + digit;
    }
    return whole;
  }

  private static double parseAny(byte[] bytes, int from, int to) {
    if (to - from > LONGEST) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
