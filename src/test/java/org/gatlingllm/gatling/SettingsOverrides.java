package org.gatlingllm.gatling;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gatlingllm.metric.Secrets;

/** Lays the command line's {@code -Dllm.…} over the defaults. */
final class SettingsOverrides {
  private static final String ROOT = "llm.";

  /** Settings whose keys are the user's: {@code -Dllm.extraBody.top_p=0.9} sets one of them. */
  private static final List<String> MAPS = List.of(Settings.HEADERS, "llm.extraBody");

  /** What stands for more than its own text: JSON. */
  private static final Pattern STRUCTURED =
      Pattern.compile("(?s)[\\[{\"].*|true|false|null|-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

  /** A variable of the environment, alone or within a text as in {@code Bearer ${NAME}}. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

  private SettingsOverrides() {}

  /**
   * The defaults with the properties that are settings on top.
   *
   * @throws SettingsException for an unknown key or a value that cannot be read
   */
  static Config over(Config defaults, Map<String, String> properties) {
    Config config = defaults;
    for (Map.Entry<String, String> property : new TreeMap<>(properties).entrySet()) {
      if (property.getKey().startsWith(ROOT)) {
        config = set(config, property.getKey(), property.getValue());
      }
    }
    return config;
  }

  private static Config set(Config config, String key, String value) {
    try {
      return with(config, key, value);
    } catch (ConfigException.BadPath e) {
      throw new SettingsException(
          "cannot read the name of setting "
              + key
              + ": expected words with single dots between them, found another character or no"
              + " word; a header or field of such a name is set within its map, as in"
              + " -Dllm.headers={\"a$b\":\"value\"}");
    }
  }

  private static Config with(Config config, String key, String value) {
    if (MAPS.contains(key) || MAPS.stream().anyMatch(map -> key.startsWith(map + "."))) {
      return config.withValue(key, structured(key, value));
    }
    if (!config.hasPathOrNull(key) || config.getValue(key).valueType() == ConfigValueType.OBJECT) {
      throw unknown(config, key);
    }
    return config.withValue(key, parsed(key, value, config.getValue(key)));
  }

  /** A list is HOCON; anything else is taken as text, so that a URL needs no quotes. */
  private static ConfigValue parsed(String key, String value, ConfigValue standard) {
    if (standard.valueType() == ConfigValueType.LIST && value.strip().startsWith("[")) {
      try {
        return ConfigFactory.parseString("v = " + unescaped(value)).resolve().getValue("v");
      } catch (ConfigException e) {
        throw Settings.wrong(key, "a list, as in [1,2,4]", "'" + value + "'");
      }
    }
    return ConfigValueFactory.fromAnyRef(value, "-D" + key);
  }

  /** Text with its variables replaced, unless it is written as JSON. */
  private static ConfigValue structured(String key, String value) {
    String text = unescaped(value).strip();
    if (!STRUCTURED.matcher(text).matches()) {
      return ConfigValueFactory.fromAnyRef(
          VARIABLE.matcher(text).replaceAll(v -> variable(key, v.group(1))), "-D" + key);
    }
    try {
      return Objects.requireNonNull(
          ConfigFactory.parseString("v = " + text).resolve().root().get("v"));
    } catch (ConfigException e) {
      throw unreadable(key);
    }
  }

  private static String variable(String key, String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw unreadable(key);
    }
    return Matcher.quoteReplacement(value);
  }

  private static SettingsException unreadable(String key) {
    return Settings.wrong(
        key,
        "a text, a value of JSON, or ${NAME} of an environment variable that is set",
        Secrets.HIDDEN);
  }

  /** Gatling's Maven plugin hands quotes on as \". */
  private static String unescaped(String value) {
    return value.replace("\\\"", "\"");
  }

  private static SettingsException unknown(Config config, String key) {
    Set<String> known = new TreeSet<>();
    config.entrySet().forEach(e -> known.add(e.getKey()));
    String nearest = Collections.max(known, Comparator.comparingInt(k -> commonPrefix(k, key)));
    return new SettingsException(
        "unknown setting "
            + key
            + ": expected a key of src/test/resources/llm.conf; did you mean "
            + nearest
            + "?");
  }

  private static int commonPrefix(String a, String b) {
    int i = 0;
    while (i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    return i;
  }
}
