package org.gatlingllm.gate;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of an SLO file that knows where it stands.
 *
 * @param file name of the file
 * @param path where in it
 * @param value the value
 */
record SloNode(String file, String path, ConfigValue value) {
  private static final String REMEDY = "see src/test/resources/slo.conf for every key";
  private static final int LONGEST = 60;

  /** The fields of an object, in the order of the file. */
  Map<String, SloNode> fields() {
    if (!(value instanceof ConfigObject object)) {
      throw wrong("an object { … }");
    }
    Map<String, SloNode> fields = new LinkedHashMap<>();
    object.entrySet().stream()
        .sorted(
            Comparator.comparingInt(
                    (Map.Entry<String, ConfigValue> e) -> e.getValue().origin().lineNumber())
                .thenComparing(Map.Entry::getKey))
        .forEach(e -> fields.put(e.getKey(), new SloNode(file, below(e.getKey()), e.getValue())));
    return fields;
  }

  /** The entries of a list; what is no list is a list of one. */
  List<SloNode> items() {
    if (!(value instanceof ConfigList list)) {
      return List.of(this);
    }
    List<SloNode> items = new ArrayList<>();
    for (ConfigValue item : list) {
      items.add(new SloNode(file, path + "[" + items.size() + "]", item));
    }
    return items;
  }

  String text() {
    if (value.valueType() != ConfigValueType.STRING) {
      throw wrong("a text");
    }
    return value.unwrapped().toString().strip();
  }

  boolean flag() {
    String text = value.unwrapped() == null ? "" : value.unwrapped().toString();
    if (!text.equals("true") && !text.equals("false")) {
      throw wrong("true or false");
    }
    return text.equals("true");
  }

  /** A bound that says its direction or means this one. */
  Bound bound(Dimension dimension, boolean atMost) {
    boolean scalar =
        value.valueType() == ConfigValueType.STRING || value.valueType() == ConfigValueType.NUMBER;
    if (!scalar) {
      throw wrong(dimension.expected());
    }
    String text = value.unwrapped().toString();
    return Bound.parse(text, dimension, atMost).orElseThrow(() -> wrong(dimension.expected()));
  }

  /** A bound whose direction can only be this one. */
  Bound boundOnly(Dimension dimension, boolean atMost) {
    Bound bound = bound(dimension, atMost);
    if (bound.atMost() != atMost) {
      throw problem(
          "expected "
              + (atMost ? "<=, since less of it is better" : ">=, since more of it is better")
              + ", found "
              + found(),
          "turn the sign round");
    }
    return bound;
  }

  SloFormatException wrong(String expected) {
    return problem("expected " + expected + ", found " + found(), REMEDY);
  }

  SloFormatException problem(String problem, String remedy) {
    return new SloFormatException(file, value.origin().lineNumber(), path, problem, remedy);
  }

  private String found() {
    String text = value.render(ConfigRenderOptions.concise());
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  private String below(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
