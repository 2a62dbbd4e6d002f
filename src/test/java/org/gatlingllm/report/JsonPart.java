package org.gatlingllm.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An object inside {@code report.json} and its place there, so that whatever is not as it should be
 * is told with its place.
 */
final class JsonPart {
  private final JsonNode node;
  private final String place;

  private JsonPart(JsonNode node, String place) {
    this.node = node;
    this.place = place;
  }

  static JsonPart root(JsonNode node) {
    return new JsonPart(node, "");
  }

  /** The file is JSON, and not what it should be; the message is the middle of a sentence. */
  static final class Unexpected extends RuntimeException {
    Unexpected(String expected, String found) {
      super("expected " + expected + ", found " + found);
    }
  }

  boolean has(String key) {
    return node.has(key);
  }

  String text(String key) {
    return value(key, "a text", JsonNode::isTextual).textValue();
  }

  String text(String key, String absent) {
    return has(key) ? text(key) : absent;
  }

  boolean flag(String key) {
    return has(key) && value(key, "true or false", JsonNode::isBoolean).booleanValue();
  }

  /** A number, NaN where it was not measured. */
  double number(String key) {
    return has(key) ? measured(key) : Double.NaN;
  }

  /** A number that cannot be absent. */
  double measured(String key) {
    return value(key, "a number", JsonPart::isMeasured).doubleValue();
  }

  /** Numbers of an array, none where there is no array. */
  double[] numbers(String key) {
    return entries(key, "a number", JsonPart::isMeasured).stream()
        .mapToDouble(entry -> entry.node.doubleValue())
        .toArray();
  }

  long whole(String key) {
    return value(key, "a whole number", n -> n.isIntegralNumber() && n.canConvertToLong())
        .longValue();
  }

  int count(String key) {
    return value(key, "a count", n -> n.isInt() && n.intValue() >= 0).intValue();
  }

  int count(String key, int absent) {
    return has(key) ? count(key) : absent;
  }

  /** The object of this key; one without any key where there is none. */
  JsonPart part(String key) {
    JsonNode part = has(key) ? value(key, "an object", JsonNode::isObject) : node.path(key);
    return new JsonPart(part, at(key));
  }

  /** The objects of an array, none where there is no array. */
  List<JsonPart> parts(String key) {
    return entries(key, "an object", JsonNode::isObject);
  }

  List<String> texts(String key) {
    return entries(key, "a text", JsonNode::isTextual).stream().map(p -> p.node.asText()).toList();
  }

  List<String> keys() {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** The one of some values whose word stands here. */
  <T> T one(String key, T[] values, Function<T, String> word, String expected) {
    String found = text(key);
    return Stream.of(values)
        .filter(value -> word.apply(value).equals(found))
        .findFirst()
        .orElseThrow(() -> unexpected(key, expected));
  }

  /** JSON has no infinity, but numbers that are too large for a double. */
  private static boolean isMeasured(JsonNode node) {
    return node.isNumber() && Double.isFinite(node.doubleValue());
  }

  /** The value of this key, which is none of those that are possible. */
  Unexpected unexpected(String key, String expected) {
    return unexpected(at(key), expected, node.path(key));
  }

  private List<JsonPart> entries(String key, String expected, Predicate<JsonNode> kind) {
    List<JsonPart> entries = new ArrayList<>();
    for (JsonNode entry : has(key) ? value(key, "an array", JsonNode::isArray) : node.path(key)) {
      String place = at(key) + "[" + entries.size() + "]";
      if (!kind.test(entry)) {
        throw unexpected(place, expected, entry);
      }
      entries.add(new JsonPart(entry, place));
    }
    return entries;
  }

  private JsonNode value(String key, String expected, Predicate<JsonNode> kind) {
    JsonNode value = node.path(key);
    if (!kind.test(value)) {
      throw unexpected(at(key), expected, value);
    }
    return value;
  }

  private String at(String key) {
    return place.isEmpty() ? key : place + "." + key;
  }

  private static Unexpected unexpected(String place, String expected, JsonNode found) {
    return new Unexpected(
        expected + " at " + OneLine.of(place, 80),
        found.isMissingNode() ? "nothing" : OneLine.of(found.toString(), 40));
  }
}
