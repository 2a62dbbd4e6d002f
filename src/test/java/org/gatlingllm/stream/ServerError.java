package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a server says when something went wrong, found in any of the usual forms: {@code {"error":
 * "…"}}, {@code {"error": {"message", "type", "code", "status"}}}, {@code {"message"}}, {@code
 * {"detail"}}, an error inside a {@code response}, or no JSON at all.
 */
final class ServerError {
  private static final int MAX_SAMPLE = 1024;
  private static final Pattern KIND = Pattern.compile("[a-z][a-z_. -]{2,39}");

  private static final byte[] ERROR = "error".getBytes(US_ASCII);
  private static final byte[] ERRORS = "errors".getBytes(US_ASCII);
  private static final byte[] RESPONSE = "response".getBytes(US_ASCII);
  private static final byte[] MESSAGE = "message".getBytes(US_ASCII);
  private static final byte[] DETAIL = "detail".getBytes(US_ASCII);
  private static final byte[] TYPE = "type".getBytes(US_ASCII);
  private static final byte[] ERROR_TYPE = "error_type".getBytes(US_ASCII);
  private static final byte[] CODE = "code".getBytes(US_ASCII);
  private static final byte[] STATUS = "status".getBytes(US_ASCII);

  private @Nullable String message;
  private @Nullable String kind;

  private ServerError() {}

  /** Reads what an error event or the body of a refusal says. */
  static ServerError read(byte[] bytes, int from, int to) {
    JsonCursor json = new JsonCursor();
    json.open(bytes, from, to);
    ServerError error = new ServerError();
    if (json.peek() == '[') {
      json.enterArray();
    }
    if (json.peek() == '"' && json.nextString()) {
      error.message = json.text();
    } else {
      error.object(json, 0);
    }
    return error;
  }

  /** A type or code of the error that is the same for all errors of its kind; null if none. */
  @Nullable String kind() {
    return kind;
  }

  /** The message, unless the beginning of the raw text has it, and that beginning; at most 1 KB. */
  @Nullable String sample(byte[] bytes, int from, int to) {
    String raw = start(new String(bytes, from, Math.min(to - from, MAX_SAMPLE), UTF_8).strip());
    if (message != null && !raw.contains(message)) {
      return start(message + "\n" + raw);
    }
    return raw.isEmpty() ? null : raw;
  }

  private void object(JsonCursor json, int depth) {
    if (!json.enterObject()) {
      return;
    }
    while (json.nextMember()) {
      if (json.named(ERROR) || json.named(ERRORS) || json.named(RESPONSE)) {
        nested(json, depth);
      } else if (json.named(MESSAGE) || json.named(DETAIL)) {
        message(json);
      } else if (json.named(TYPE) || json.named(CODE) || json.named(STATUS)) {
        kind(json);
      } else if (json.named(ERROR_TYPE)) {
        kind(json);
      } else {
        json.skip();
      }
    }
  }

  private void nested(JsonCursor json, int depth) {
    if (json.peek() == '{' && depth < 3) {
      object(json, depth + 1);
    } else {
      message(json);
    }
  }

  private void message(JsonCursor json) {
    if (json.nextString() && json.length() > 0 && message == null) {
      message = json.text();
    }
  }

  /** Numbers and what could be an id are no kind; nor are the words that only say "error". */
  private void kind(JsonCursor json) {
    if (!json.nextString() || kind != null) {
      return;
    }
    String word = json.text().toLowerCase(Locale.ROOT);
    boolean says = !word.equals("error") && !word.equals("none") && !word.startsWith("response.");
    if (says && KIND.matcher(word).matches()) {
      kind = word;
    }
  }

  /** Cuts to 1 KB of UTF-8, not inside of a character. */
  private static String start(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    if (bytes.length <= MAX_SAMPLE) {
      return text;
    }
    int end = MAX_SAMPLE;
    while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, UTF_8);
  }
}
