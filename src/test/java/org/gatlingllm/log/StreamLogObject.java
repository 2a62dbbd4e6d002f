package org.gatlingllm.log;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a line that is rare enough to be read whole before it is looked at: all but
 * streams. A JSON null is an absent field; arrays are passed over.
 */
final class StreamLogObject {
  private static final StreamLogObject EMPTY = new StreamLogObject(Map.of());

  private final Map<String, Object> fields;

  private StreamLogObject(Map<String, Object> fields) {
    this.fields = fields;
  }

  /** Reads to the end of the object; the parser may stand at its start or at one of its names. */
  static StreamLogObject read(JsonParser json) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    String name =
        json.currentToken() == JsonToken.FIELD_NAME ? json.currentName() : json.nextFieldName();
    for (; name != null; name = json.nextFieldName()) {
      Object value = value(json, json.nextToken());
      if (value != null) {
        fields.put(name, value);
      }
    }
    return new StreamLogObject(fields);
  }

  private static @Nullable Object value(JsonParser json, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
      case START_OBJECT -> read(json);
      default -> {
        json.skipChildren();
        yield null;
      }
    };
  }

  /** A text that must be there. */
  String text(String name) throws StreamLogCorruption {
    String text = optionalText(name);
    if (text == null) {
      throw new StreamLogCorruption("expected the field \"" + name + "\", found none");
    }
    return text;
  }

  @Nullable String optionalText(String name) throws StreamLogCorruption {
    return value(name, String.class);
  }

  /** A whole number that must be there. */
  long whole(String name) throws StreamLogCorruption {
    Long whole = value(name, Long.class);
    if (whole == null) {
      throw new StreamLogCorruption("expected the field \"" + name + "\", found none");
    }
    return whole;
  }

  int count(String name, int absent) throws StreamLogCorruption {
    Long whole = value(name, Long.class);
    if (whole == null) {
      return absent;
    }
    if (whole < 0 || whole > Integer.MAX_VALUE) {
      throw new StreamLogCorruption("expected a count in \"" + name + "\", found " + whole);
    }
    return whole.intValue();
  }

  /** A number, or NaN where there is none. */
  double number(String name) throws StreamLogCorruption {
    Number number = value(name, Number.class);
    return number == null ? Double.NaN : number.doubleValue();
  }

  boolean flag(String name) throws StreamLogCorruption {
    return Boolean.TRUE.equals(value(name, Boolean.class));
  }

  /** An object of its own, without fields where there is none. */
  StreamLogObject object(String name) throws StreamLogCorruption {
    StreamLogObject object = value(name, StreamLogObject.class);
    return object == null ? EMPTY : object;
  }

  /** All fields as texts. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    fields.forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  private <T> @Nullable T value(String name, Class<T> type) throws StreamLogCorruption {
    Object value = fields.get(name);
    if (value != null && !type.isInstance(value)) {
      throw new StreamLogCorruption(
          "expected a " + type.getSimpleName() + " in \"" + name + "\", found \"" + value + "\"");
    }
    return type.cast(value);
  }

  @Override
  public String toString() {
    return fields.toString();
  }
}
