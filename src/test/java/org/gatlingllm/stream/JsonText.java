package org.gatlingllm.stream;

import java.nio.charset.StandardCharsets;

/** Turns the inside of a JSON string into text. Invalid escapes and UTF-8 never throw. */
final class JsonText {
  private static final char REPLACEMENT = '\uFFFD';

  private JsonText() {}

  static void append(StringBuilder text, byte[] bytes, int from, int to, boolean escaped) {
    int start = from;
    for (int i = from; escaped && i < to; i++) {
      if (bytes[i] == '\\') {
        plain(text, bytes, start, i);
        i = escape(text, bytes, i + 1, to);
        start = i + 1;
      }
    }
    plain(text, bytes, start, to);
  }

  private static void plain(StringBuilder text, byte[] bytes, int from, int to) {
    if (from < to) {
      text.append(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }
  }

  /** Appends the escape whose letter is at {@code i}; returns where it ends. */
  private static int escape(StringBuilder text, byte[] bytes, int i, int to) {
    if (i >= to) {
      return to;
    }
    switch (bytes[i]) {
      case 'n' -> text.append('\n');
      case 't' -> text.append('\t');
      case 'r' -> text.append('\r');
      case 'b' -> text.append('\b');
      case 'f' -> text.append('\f');
      case 'u' -> {
        return unicode(text, bytes, i, to);
      }
      default -> text.append((char) (bytes[i] & 0xFF));
    }
    return i;
  }

  private static int unicode(StringBuilder text, byte[] bytes, int i, int to) {
    int value = 0;
    int last = Math.min(i + 4, to - 1);
    for (int j = i + 1; j <= last; j++) {
      int digit = Character.digit((char) (bytes[j] & 0xFF), 16);
      value = digit < 0 || value < 0 ? -1 : value * 16 + digit;
    }
    text.append(value < 0 || last < i + 4 ? REPLACEMENT : (char) value);
    return last;
  }
}
