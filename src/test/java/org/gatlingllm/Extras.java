package org.gatlingllm;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.gatlingllm.gatling.ChatActionBuilder;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.stream.CompletionRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the settings add to each request beside prompt and lengths.
 *
 * @param headers by name; values may be credentials
 * @param body fields that are added as they are; null takes a field of ours out
 */
record Extras(
    OptionalDouble temperature, Map<String, String> headers, Map<String, @Nullable Object> body) {
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Netty makes a question mark of any other character, and the JDK's client tells the value. */
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7E]*");

  /** What frames a request is the HTTP client's. */
  private static final Set<String> FRAMING =
      Set.of("connection", "content-length", "expect", "transfer-encoding", "upgrade");

  /**
   * Reads them.
   *
   * @throws SettingsException when one cannot be used
   */
  static Extras of(Settings settings) {
    Map<String, String> headers = settings.textMap("llm.headers");
    headers.forEach((name, value) -> check(settings, name, value));
    return new Extras(
        settings.optionalNumber("llm.temperature"), headers, settings.map("llm.extraBody"));
  }

  private static void check(Settings settings, String name, String value) {
    if (!HEADER_NAME.matcher(name).matches() || !HEADER_VALUE.matcher(value).matches()) {
      throw settings.wrong(
          "llm.headers",
          "names and values of HTTP headers, each in one line of ASCII (typographic quotes are"
              + " not)");
    }
    if (FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
      throw settings.wrong("llm.headers", "none of " + FRAMING + ", which the HTTP client sets");
    }
  }

  /** The request with them, but for the headers: they are for the server under test alone. */
  ChatActionBuilder inBody(ChatActionBuilder chat) {
    ChatActionBuilder extended =
        temperature.isPresent() ? chat.temperature(temperature.getAsDouble()) : chat;
    for (Map.Entry<String, @Nullable Object> field : body.entrySet()) {
      extended = extended.field(field.getKey(), field.getValue());
    }
    return extended;
  }

  /** The request with the headers. */
  ChatActionBuilder inHeader(ChatActionBuilder chat) {
    ChatActionBuilder extended = chat;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      extended = extended.header(header.getKey(), header.getValue());
    }
    return extended;
  }

  /** The request with what belongs in its body. */
  CompletionRequest.Builder inBody(CompletionRequest.Builder completion) {
    completion.extra(body);
    return temperature.isPresent() ? completion.temperature(temperature.getAsDouble()) : completion;
  }

  /** Without the values of headers, which may be credentials. */
  @Override
  public String toString() {
    return "Extras[temperature=%s, headers=%s, body=%s]"
        .formatted(temperature, headers.keySet(), body);
  }
}
