package org.gatlingllm.stream;

import java.util.Arrays;

/**
 * The last token event of a stream, to know the next one by it: servers send the same bytes again
 * and again, and only the text in them differs. What was read from the one holds for the other.
 *
 * <p>That is no guess. Reading goes from left to right: with the same bytes before the text it
 * comes to the text in the same state, and with the same bytes after it goes on to the same end.
 * Whatever differs elsewhere (a running count, a time of the server) is read in full.
 */
final class EventTemplate {
  /** Longer events than this are rare and not worth their copy. */
  private static final int LONGEST = 1 << 12;

  private byte[] bytes = {};
  private int length;
  private int textFrom;
  private int textTo;

  /**
   * Takes an event.
   *
   * @param textFrom where the inside of its only text begins in {@code source}; from there to
   *     before {@code textTo} another event may differ
   */
  void keep(byte[] source, int from, int to, int textFrom, int textTo) {
    length = to - from;
    if (length > LONGEST) {
      forget();
      return;
    }
    if (bytes.length < length) {
      bytes = new byte[Math.max(length, Math.min(LONGEST, 2 * bytes.length))];
    }
    System.arraycopy(source, from, bytes, 0, length);
    this.textFrom = textFrom - from;
    this.textTo = textTo - from;
  }

  void forget() {
    length = 0;
  }

  /** Whether these bytes are the event that was kept, but for its text, which has no escapes. */
  boolean fits(byte[] event, int from, int to) {
    int end = to - (length - textTo);
    int start = from + textFrom;
    return length > 0
        && end > start
        && Arrays.equals(event, from, start, bytes, 0, textFrom)
        && Arrays.equals(event, end, to, bytes, textTo, length)
        && isPlain(event, start, end);
  }

  /** A quote would end the text, and a backslash may hide one. */
  private static boolean isPlain(byte[] event, int from, int to) {
    for (int i = from; i < to; i++) {
      if (event[i] == '"' || event[i] == '\\') {
        return false;
      }
    }
    return true;
  }
}
