package org.gatlingllm.gatling;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes a request's own credentials out of what its server told: some servers repeat the key that
 * they refuse, and their words are kept on disk.
 */
final class Redaction {
  private static final String REDACTED = "***";

  /** A shorter one is no secret, and would be found inside of words. */
  private static final int SHORTEST = 6;

  private static final List<CharSequence> CREDENTIALS =
      List.of(
          HttpHeaderNames.AUTHORIZATION,
          "x-api-key",
          "api-key",
          "x-goog-api-key",
          HttpHeaderNames.COOKIE);

  private final List<String> secrets;

  Redaction(Collection<String> secrets) {
    this.secrets =
        secrets.stream()
            .map(String::strip)
            .filter(s -> s.length() >= SHORTEST)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** Of the credentials in these headers; of {@code Bearer key} also the key alone. */
  static Redaction of(HttpHeaders headers) {
    List<String> found = new ArrayList<>();
    for (CharSequence name : CREDENTIALS) {
      for (String value : headers.getAll(name)) {
        found.add(value);
        found.add(value.strip().substring(value.strip().indexOf(' ') + 1));
      }
    }
    return new Redaction(found);
  }

  /** The text with {@code ***} for each secret, and for the beginning of one that it was cut in. */
  @Nullable String of(@Nullable String text) {
    String redacted = text;
    for (String secret : secrets) {
      if (redacted != null) {
        redacted = withoutCut(redacted.replace(secret, REDACTED), secret);
      }
    }
    return redacted;
  }

  private static String withoutCut(String text, String secret) {
    for (int length = Math.min(secret.length() - 1, text.length()); length >= SHORTEST; length--) {
      if (text.endsWith(secret.substring(0, length))) {
        return text.substring(0, text.length() - length) + REDACTED;
      }
    }
    return text;
  }
}
