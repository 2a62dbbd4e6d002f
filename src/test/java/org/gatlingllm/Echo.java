package org.gatlingllm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Where in its answer a server repeats what it was told, and in which form. */
record Echo(Place place, Form form) {
  /** Header of a request that says how it is answered. */
  static final String HEADER = "x-echo";

  /** A part of an answer. */
  enum Place {
    /** The reason phrase after the status. */
    REASON,
    /** A status line that is none. */
    NO_STATUS_LINE,
    CONTENT_TYPE,
    CONTENT_ENCODING,
    RETRY_AFTER,
    SET_COOKIE,
    LOCATION,
    ERROR_MESSAGE,
    ERROR_CODE,
    /** An error of no JSON, cut by our limit on samples. */
    LONG_TEXT,
    ERROR_EVENT,
    /** The same, a byte a chunk. */
    ERROR_EVENT_IN_CHUNKS,
    /** An event that is no JSON. */
    BROKEN_EVENT,
    FINISH_REASON,
    /** Text that a check does not find as it wants. */
    CONTENT
  }

  /** How a text is written. */
  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  enum Form {
    PLAIN(UnaryOperator.identity()),
    LOWER_CASE(text -> text.toLowerCase(Locale.ROOT)),
    JSON(text -> each(text, "\\u%04x")),
    PERCENT(text -> each(text, "%%%02X")),
    HTML(text -> each(text, "&#%d;")),
    BASE64(Form::base64),
    BASE64_IN_TEXT(text -> base64("key=" + text + "!"));

    private final UnaryOperator<String> write;

    Form(UnaryOperator<String> write) {
      this.write = write;
    }

    String of(String text) {
      return write.apply(text);
    }

    private static String base64(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static String each(String text, String format) {
      StringBuilder written = new StringBuilder();
      text.chars().forEach(c -> written.append(String.format(Locale.ROOT, format, c)));
      return written.toString();
    }
  }

  static List<Echo> all() {
    return Arrays.stream(Place.values())
        .flatMap(place -> Stream.of(Form.values()).map(form -> new Echo(place, form)))
        .toList();
  }

  static Echo parse(String header) {
    String[] words = header.split(" ", 2);
    return new Echo(Place.valueOf(words[0]), Form.valueOf(words[1]));
  }

  @Override
  public String toString() {
    return place + " " + form;
  }
}
