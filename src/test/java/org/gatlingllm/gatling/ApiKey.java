package org.gatlingllm.gatling;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gatlingllm.metric.Secrets;

/**
 * An API key. The one of a run is from the environment, and from nowhere else, so that it is in no
 * process list; as text it is {@code ***}.
 */
public final class ApiKey {
  private final String value;

  private ApiKey(String value) {
    this.value = value;
  }

  /**
   * Returns {@code LLM_API_KEY}, else {@code OPENAI_API_KEY}, if one is set.
   *
   * @throws SettingsException when it holds what no header can: told here without the key, because
   *     an HTTP client would tell it with the key
   */
  public static Optional<ApiKey> of(Map<String, String> environment) {
    return Stream.of("LLM_API_KEY", "OPENAI_API_KEY")
        .filter(name -> !environment.getOrDefault(name, "").isBlank())
        .findFirst()
        .map(name -> of("the environment variable " + name, environment.getOrDefault(name, "")));
  }

  /**
   * Returns a key that stands elsewhere.
   *
   * @param source where, for messages
   * @throws SettingsException when it holds what no header can
   */
  static ApiKey of(String source, String text) {
    String key = text.strip();
    if (key.isEmpty() || key.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new SettingsException(
          "cannot use "
              + source
              + ": expected visible ASCII characters only, found none or another (a line break,"
              + " perhaps); set it again");
    }
    return new ApiKey(key);
  }

  /** The key itself: for a header, and for nothing else. */
  public String value() {
    return value;
  }

  @Override
  public String toString() {
    return Secrets.HIDDEN;
  }
}
