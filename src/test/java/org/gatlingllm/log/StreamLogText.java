package org.gatlingllm.log;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Texts before they go to {@code streams.jsonl}: cut to size, made valid Unicode, and without the
 * secrets that a caller forgot to take out.
 */
public final class StreamLogText {
  /** Longest error sample, bytes of UTF-8. */
  static final int MAX_SAMPLE_BYTES = 1024;

  private static final String HIDDEN = "***";
  private static final char REPLACEMENT = '\uFFFD';

  private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+");
  private static final Pattern SECRET =
      Pattern.compile(
          "apikey|authorization|passw|passphrase|secret|credential|privatekey|accesskey|cookie"
              + "|bearer");

  /** A token is a secret after these words only: "tokens" and "time to first token" are not. */
  private static final Set<String> BEFORE_SECRET_TOKEN =
      Set.of("", "llm", "access", "auth", "api", "refresh", "session", "security", "id", "hf");

  private static final Pattern USER_OF_URL = Pattern.compile("(://)[^/?#\\s@]*@");
  private static final Pattern KEY_OF_URL =
      Pattern.compile("(?i)([?&](?:key|api[-_]?key|(?:access[-_]?)?token)=)[^&#\\s]+");
  private static final Pattern BEARER = Pattern.compile("(?i)\\b(bearer|basic) +\\S+");

  private StreamLogText() {}

  /** The value to write for a setting: {@code ***} where the key names a secret. */
  static String setting(String key, String value) {
    return namesSecret(key) ? HIDDEN : withoutCredentials(value);
  }

  /** The text without the credentials that a URL or a header value may carry. */
  public static String withoutCredentials(String text) {
    String noUser = USER_OF_URL.matcher(text).replaceAll("$1" + HIDDEN + "@");
    String noKey = KEY_OF_URL.matcher(noUser).replaceAll("$1" + HIDDEN);
    return BEARER.matcher(noKey).replaceAll("$1 " + HIDDEN);
  }

  private static boolean namesSecret(String key) {
    String[] words = WORD_START.splitAsStream(key).toArray(String[]::new);
    if (SECRET.matcher(String.join("", words).toLowerCase(Locale.ROOT)).find()) {
      return true;
    }
    String last = word(words, words.length - 1);
    return last.equals("key")
        || (last.equals("token") && BEFORE_SECRET_TOKEN.contains(word(words, words.length - 2)));
  }

  private static String word(String[] words, int index) {
    return index < 0 ? "" : words[index].toLowerCase(Locale.ROOT);
  }

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
