package org.gatlingllm.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON off the hot path: is a text whole, and a tree as text. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

  private Json() {}

  /** Whether the bytes are the sentinel {@code [DONE]}, white space around it aside. */
  static boolean isDone(byte[] bytes, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && bytes[start] <= ' ' && bytes[start] >= 0) {
      start++;
    }
    while (start < end && bytes[end - 1] <= ' ' && bytes[end - 1] >= 0) {
      end--;
    }
    return Arrays.equals(bytes, start, end, DONE, 0, DONE.length);
  }

  /** Whether data that nothing follows is whole: {@code [DONE]} or exactly one JSON value. */
  static boolean complete(byte[] bytes, int from, int to) {
    return isDone(bytes, from, to) || valid(bytes, from, to);
  }

  private static boolean valid(byte[] bytes, int from, int to) {
    try (JsonParser parser = FACTORY.createParser(bytes, from, to - from)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Writes maps, lists, strings, numbers, booleans and null as JSON.
   *
   * @throws IllegalArgumentException when the tree holds something else
   */
  static String write(Map<String, ?> tree) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      value(json, tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        value(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        value(json, element);
      }
      json.writeEndArray();
    } else {
      scalar(json, value);
    }
  }

  private static void scalar(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean b) {
      json.writeBoolean(b);
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Number n) {
      json.writeNumber(n.toString());
    } else if (value instanceof CharSequence text) {
      json.writeString(text.toString());
    } else {
      throw new IllegalArgumentException(
          "cannot write a request body: expected a map, list, text, number, boolean or null, found "
              + value.getClass().getName());
    }
  }
}
