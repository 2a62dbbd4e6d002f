package org.gatlingllm.metric;

import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must not be told in logs, reports and messages: values whose name announces a secret, and
 * the credentials that addresses and header values carry.
 */
public final class Secrets {
  /** Stands in the place of a secret. */
  public static final String HIDDEN = "***";

  private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+");
  private static final Pattern SECRET =
      Pattern.compile(
          "apikey|authorization|passw|passphrase|pwd|secret|credential|privatekey|accesskey|cookie"
              + "|bearer|signature");

  /** A token is a secret after these words only: "tokens" and "time to first token" are not. */
  private static final Set<String> BEFORE_SECRET_TOKEN =
      Set.of("", "llm", "access", "auth", "api", "refresh", "session", "security", "id", "hf");

  /**
   * User and password of an address. A password with a slash or such is invalid and told in a
   * message: where no port can follow the first colon, all up to the last {@code @} is one.
   */
  private static final Pattern USER_OF_URL =
      Pattern.compile(
          "(://)(?:[^/?#\\s\"']*@|(?=[^/?#\\s\"'@:\\[]*:(?!\\d*(?:[/?#\\s\"']|$)))[^\\s\"']*@)");

  private static final Pattern USER_WITHOUT_SCHEME =
      Pattern.compile("(?<![^\\s\"'=,(\\[])[^\\s\"'/@:]+:(?!//)[^\\s\"'@]*@");

  private static final Pattern PARAMETER = Pattern.compile("([?&]([^=&#\\s\"']+)=)[^&#\\s\"']+");
  private static final Pattern BEARER = Pattern.compile("(?i)\\b(bearer|basic) +[^\\s\"']+");

  private Secrets() {}

  /** Whether what has this name is a secret: a setting, a header, a parameter of an address. */
  public static boolean named(String name) {
    String[] words = WORD_START.splitAsStream(name).toArray(String[]::new);
    if (SECRET.matcher(String.join("", words).toLowerCase(Locale.ROOT)).find()) {
      return true;
    }
    String last = word(words, words.length - 1);
    return last.equals("key")
        || last.equals("sig")
        || (last.equals("token") && BEFORE_SECRET_TOKEN.contains(word(words, words.length - 2)));
  }

  private static String word(String[] words, int index) {
    return index < 0 ? "" : words[index].toLowerCase(Locale.ROOT);
  }

  /** The text without the credentials that an address or a header value in it may carry. */
  public static String withoutCredentials(String text) {
    String noUser = USER_OF_URL.matcher(text).replaceAll("$1" + HIDDEN + "@");
    String noLogin = USER_WITHOUT_SCHEME.matcher(noUser).replaceAll(HIDDEN + "@");
    String noKey = PARAMETER.matcher(noLogin).replaceAll(Secrets::withoutKey);
    return BEARER.matcher(noKey).replaceAll("$1 " + HIDDEN);
  }

  private static String withoutKey(MatchResult parameter) {
    String shown = named(parameter.group(2)) ? parameter.group(1) + HIDDEN : parameter.group();
    return Matcher.quoteReplacement(shown);
  }
}
