package org.gatlingllm.report;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.gatlingllm.metric.RunHeader;

/**
 * The settings of a run as reports may show them. A header holds no secrets already; this is the
 * second lock, because reports are committed and sent round.
 */
final class ShownSettings {
  private static final Pattern SECRET_KEY =
      Pattern.compile(
          ".*(api[-_.]?key|secret|passw(or)?d|authorization|credential|(^|[-_.])token)$");
  private static final Pattern USER_INFO = Pattern.compile("(?<=://)[^/@\\s]*@");

  private ShownSettings() {}

  /** All settings, sorted by key, without those whose key names a secret. */
  static SortedMap<String, String> of(RunHeader header) {
    SortedMap<String, String> shown = new TreeMap<>();
    header
        .settings()
        .forEach(
            (key, value) -> {
              if (!SECRET_KEY.matcher(key.toLowerCase(Locale.ROOT)).matches()) {
                shown.put(key, withoutUserInfo(value));
              }
            });
    return shown;
  }

  /** The same text without the user and password of any address in it. */
  static String withoutUserInfo(String text) {
    return USER_INFO.matcher(text).replaceAll("");
  }
}
