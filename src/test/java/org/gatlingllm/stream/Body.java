package org.gatlingllm.stream;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object in the making. Absent values leave no field. */
final class Body {
  private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

  Body with(String field, @Nullable Object value) {
    if (value instanceof Body body) {
      fields.put(field, body.fields);
    } else if (value != null) {
      fields.put(field, value);
    }
    return this;
  }

  Body when(boolean condition, String field, Object value) {
    return condition ? with(field, value) : this;
  }

  Map<String, @Nullable Object> fields() {
    return fields;
  }

  /** The text, after the request's extra fields have had their way. */
  String text(CompletionRequest request) {
    merge(fields, request.extra());
    return Json.write(fields);
  }

  /** The conversation as objects with {@code role} and {@code content}, system prompt first. */
  static List<Object> messages(@Nullable String system, CompletionRequest request) {
    List<Object> list = new ArrayList<>();
    if (system != null) {
      list.add(message("system", system));
    }
    request.messages().forEach(message -> list.add(message(message.role(), message.text())));
    return list;
  }

  private static Map<String, @Nullable Object> message(String role, String text) {
    return new Body().with("role", role).with("content", text).fields;
  }

  private static void merge(Map<String, @Nullable Object> into, Map<?, ?> extra) {
    for (Map.Entry<?, ?> entry : extra.entrySet()) {
      String field = String.valueOf(entry.getKey());
      Object value = entry.getValue();
      if (value == null) {
        into.remove(field);
      } else if (value instanceof Map<?, ?> nested && into.get(field) instanceof Map<?, ?> ours) {
        Map<String, @Nullable Object> merged = new LinkedHashMap<>();
        ours.forEach((k, v) -> merged.put(String.valueOf(k), v));
        merge(merged, nested);
        into.put(field, merged);
      } else {
        into.put(field, value);
      }
    }
  }
}
