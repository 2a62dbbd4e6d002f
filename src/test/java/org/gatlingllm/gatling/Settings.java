package org.gatlingllm.gatling;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.gatlingllm.metric.Secrets;
import org.jspecify.annotations.Nullable;

/**
 * The settings {@code llm.*}: defaults from {@code llm.conf}, each overridden by a system property
 * of the same name.
 *
 * <p>Every accessor throws {@link SettingsException}, with one sentence, for a value it cannot use.
 */
public final class Settings {
  static final String HEADERS = "llm.headers";
  private final Config config;
  private final UnaryOperator<SettingsException> refusal;

  private Settings(Config config, UnaryOperator<SettingsException> refusal) {
    this.config = config;
    this.refusal = refusal;
  }

  /**
   * Reads {@code llm.conf} from the class path and the properties on top of it.
   *
   * @param properties the system properties, as a map
   * @throws SettingsException for an unknown key or a value that is no HOCON
   */
  public static Settings read(Map<String, String> properties) {
    return over(ConfigFactory.parseResources("llm.conf").resolve(), properties);
  }

  static Settings over(Config defaults, Map<String, String> properties) {
    return new Settings(SettingsOverrides.over(defaults, properties), UnaryOperator.identity());
  }

  /** Hands each exception to this function before it is thrown: it may end the process instead. */
  public Settings refusingWith(UnaryOperator<SettingsException> function) {
    return new Settings(config, function);
  }

  /** Text; empty where it is not set. */
  public String text(String key) {
    return get(key, Config::getString, "a text").strip();
  }

  /** A whole number, at least {@code least}. */
  public int count(String key, int least) {
    long count = longNumber(key);
    if (count > Integer.MAX_VALUE) {
      throw wrong(key, "a whole number of at most " + Integer.MAX_VALUE);
    }
    if (count < least) {
      throw wrong(key, "a whole number of at least " + least);
    }
    return (int) count;
  }

  /** A number, neither infinite nor NaN. */
  public double number(String key) {
    double number = get(key, Config::getDouble, "a number");
    if (!Double.isFinite(number)) {
      throw wrong(key, "a number");
    }
    return number;
  }

  /** A number above 0. */
  public double positive(String key) {
    double number = number(key);
    if (!(number > 0)) {
      throw wrong(key, "a number above 0");
    }
    return number;
  }

  /** A number, or nothing where the text is empty. */
  public OptionalDouble optionalNumber(String key) {
    return text(key).isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(number(key));
  }

  /** A long number. */
  public long longNumber(String key) {
    try {
      return Long.parseLong(text(key)); // HOCON would take 1.5 for 1, and cut what is too large
    } catch (NumberFormatException e) {
      throw wrong(key, "a whole number");
    }
  }

  /** true or false. */
  public boolean flag(String key) {
    return get(key, Config::getBoolean, "true or false");
  }

  /** A duration, at least {@code least}. */
  public Duration duration(String key, Duration least) {
    String expected =
        "a duration with its unit, as in \"30 s\", of at least " + least.toMillis() + " ms";
    if (config.getValue(key).valueType() == ConfigValueType.NUMBER
        || text(key).matches("[0-9.]+")) {
      throw wrong(key, expected);
    }
    Duration duration = get(key, Config::getDuration, expected);
    if (duration.compareTo(least) < 0) {
      throw wrong(key, expected);
    }
    return duration;
  }

  /** A duration, or nothing where the text is empty. */
  public Optional<Duration> optionalDuration(String key) {
    return text(key).isEmpty()
        ? Optional.empty()
        : Optional.of(duration(key, Duration.ofMillis(1)));
  }

  /** A list of whole numbers, each at least {@code least}; a single number is a list of one. */
  public List<Integer> counts(String key, int least) {
    String expected = "whole numbers of at least " + least + ", as in [1,2,4]";
    List<Integer> counts = new ArrayList<>();
    for (Object entry : list(key, expected)) {
      try {
        counts.add(Integer.parseInt(entry.toString().strip()));
      } catch (NumberFormatException e) {
        throw wrong(key, expected);
      }
    }
    if (counts.stream().anyMatch(c -> c < least)) {
      throw wrong(key, expected);
    }
    return counts;
  }

  /** A list of texts; a single text is a list of one. */
  public List<String> texts(String key) {
    return list(key, "a list, as in [0.5,\"90%\"]").stream()
        .map(v -> v.toString().strip())
        .toList();
  }

  /** The entries of a setting whose keys are the user's, as JSON's types; values may be null. */
  public Map<String, @Nullable Object> map(String key) {
    if (config.getValue(key).valueType() != ConfigValueType.OBJECT) {
      throw wrong(key, "entries, as in { name = value }");
    }
    return new LinkedHashMap<>(config.getObject(key).unwrapped());
  }

  /** The same, each value as the text that it was written as. */
  public Map<String, String> textMap(String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : new TreeSet<>(map(key).keySet())) {
      Config entry = config.getObject(key).toConfig();
      try {
        texts.put(name, entry.getString(ConfigUtil.quoteString(name)));
      } catch (ConfigException e) {
        throw wrong(key, "a text for each name");
      }
    }
    return texts;
  }

  /** Names of the headers of the settings, in lower case: their values are in no log. */
  public Set<String> secretHeaders() {
    return textMap("llm.headers").keySet().stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Every setting by its full key, as HOCON text; values of headers are hidden, other secrets not.
   */
  public Map<String, String> all() {
    return config.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                e -> shown(e.getKey(), e.getValue()),
                (a, b) -> a,
                TreeMap::new));
  }

  /** One sentence on a value that cannot be used. */
  public SettingsException wrong(String key, String expected) {
    return refusal.apply(wrong(key, expected, shown(key, config.getValue(key))));
  }

  static SettingsException wrong(String key, String expected, String found) {
    return new SettingsException(
        "cannot use setting "
            + key
            + ": expected "
            + expected
            + ", found "
            + Secrets.withoutCredentials(found)
            + "; set it with -D"
            + key
            + "=… or in src/test/resources/llm.conf");
  }

  private List<Object> list(String key, String expected) {
    ConfigValue value = config.getValue(key);
    if (value.valueType() == ConfigValueType.LIST) {
      List<@Nullable Object> entries = config.getList(key).unwrapped();
      if (entries.stream().anyMatch(Objects::isNull)) {
        throw wrong(key, expected);
      }
      return List.copyOf(entries);
    }
    if (value.valueType() == ConfigValueType.OBJECT) {
      throw wrong(key, expected);
    }
    String text = value.unwrapped().toString().strip();
    return text.isEmpty() ? List.of() : List.of((Object[]) text.split("\\s*,\\s*", -1));
  }

  private <T> T get(String key, BiFunction<Config, String, T> getter, String expected) {
    try {
      return getter.apply(config, key);
    } catch (ConfigException e) {
      throw wrong(key, expected);
    }
  }

  /** Headers may be credentials, under any name. */
  private static String shown(String key, ConfigValue value) {
    return key.startsWith(HEADERS)
        ? '"' + Secrets.HIDDEN + '"'
        : value.render(ConfigRenderOptions.concise());
  }
}
