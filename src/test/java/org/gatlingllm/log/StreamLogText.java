package org.gatlingllm.log;

/** Texts before they go to {@code streams.jsonl}: cut to size and made valid Unicode. */
final class StreamLogText {
  /** Longest error sample, bytes of UTF-8. */
  static final int MAX_SAMPLE_BYTES = 1024;

  private static final char REPLACEMENT = '\uFFFD';

  private StreamLogText() {}

  /**
   * The beginning of a text, at most {@value #MAX_SAMPLE_BYTES} bytes of UTF-8, cut between two
   * characters.
   */
  static String sample(String text) {
    int bytes = 0;
    int at = 0;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      bytes += utf8Bytes(character);
      if (bytes > MAX_SAMPLE_BYTES) {
        return text.substring(0, at);
      }
      at += Character.charCount(character);
    }
    return text;
  }

  /** A lone surrogate is counted as the three bytes of the character that replaces it. */
  private static int utf8Bytes(int character) {
    if (character < 0x80) {
      return 1;
    }
    if (character < 0x800) {
      return 2;
    }
    return character < 0x10000 ? 3 : 4;
  }

  /** The text with each half of a surrogate pair replaced by U+FFFD: UTF-8 has no form for it. */
  static String unicode(String text) {
    int lone = firstLoneSurrogate(text, 0);
    if (lone < 0) {
      return text;
    }
    StringBuilder whole = new StringBuilder(text);
    for (int at = lone; at >= 0; at = firstLoneSurrogate(text, at + 1)) {
      whole.setCharAt(at, REPLACEMENT);
    }
    return whole.toString();
  }

  private static int firstLoneSurrogate(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (Character.isSurrogate(text.charAt(at))) {
        if (Character.charCount(text.codePointAt(at)) == 1) {
          return at;
        }
        at++;
      }
    }
    return -1;
  }
}
