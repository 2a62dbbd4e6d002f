package org.gatlingllm.gatling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatling.http.client.Request;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.gatlingllm.metric.Secrets;
import org.jspecify.annotations.Nullable;

/**
 * Takes a request's own credentials out of what its server told: some servers repeat the key that
 * they refuse, as it is or escaped, and their words are kept on disk.
 */
public final class Redaction {
  /** A shorter one is no secret, and would be found inside of words. */
  private static final int SHORTEST = 6;

  /** A text within JSON within JSON within a URL. */
  private static final int MOST_LAYERS = 4;

  private final Set<String> secrets = new LinkedHashSet<>();

  Redaction(Collection<String> secrets) {
    for (String secret : secrets) {
      add(secret.strip());
      // a character beyond ASCII is several bytes in a URL
      add(new String(secret.strip().getBytes(UTF_8), ISO_8859_1));
    }
  }

  /**
   * Of the credentials in that request.
   *
   * @param secretHeaders names of headers, in lower case, that are secrets whatever they are called
   */
  static Redaction of(Request request, Set<String> secretHeaders) {
    return new Redaction(Credentials.of(request, secretHeaders));
  }

  /**
   * Of the credentials in these headers and this address.
   *
   * @param secretHeaders names of headers, in lower case, that are secrets whatever they are called
   */
  public static Redaction of(Map<String, String> headers, Set<String> secretHeaders, URI address) {
    return new Redaction(
        new Credentials(secretHeaders)
            .headers(headers.entrySet())
            .address(address.getRawUserInfo(), address.getRawQuery())
            .found());
  }

  /** With its escapes undone as well: a text's are undone, and a key may look like one. */
  private void add(String secret) {
    if (secret.length() >= SHORTEST) {
      secrets.addAll(Base64Forms.of(secret));
    }
    EscapedText form = EscapedText.of(secret);
    for (int i = 0; i <= MOST_LAYERS && form.toString().length() >= SHORTEST; i++) {
      secrets.add(form.toString());
      form = form.unescaped();
    }
  }

  /**
   * The text with {@code ***} for each secret, in whatever case and however escaped, and for the
   * beginning of one in which the text was cut.
   */
  public @Nullable String redact(@Nullable String text) {
    if (text == null || secrets.isEmpty()) {
      return text;
    }
    BitSet hidden = new BitSet(text.length());
    EscapedText layer = EscapedText.of(text);
    for (int i = 0; i <= MOST_LAYERS; i++) {
      for (String secret : secrets) {
        layer.mark(secret, hidden);
        layer.markCut(secret, SHORTEST, hidden);
      }
      EscapedText inner = layer.unescaped();
      if (inner == layer) {
        break;
      }
      layer = inner;
    }
    return hidden.isEmpty() ? text : without(text, hidden);
  }

  /** The stack trace of an exception, whose message may hold what the server told. */
  String redact(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return String.valueOf(redact(trace.toString()));
  }

  private static String without(String text, BitSet hidden) {
    StringBuilder shown = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int from = hidden.nextSetBit(at);
      int end = from < 0 ? text.length() : from;
      shown.append(text, at, end);
      if (from >= 0) {
        shown.append(Secrets.HIDDEN);
        end = hidden.nextClearBit(from);
      }
      at = end;
    }
    return shown.toString();
  }
}
