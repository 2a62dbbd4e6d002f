package org.gatlingllm.gatling;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The API key: from the environment, and nowhere else, so that it is in no process list. */
public final class ApiKey {
  private ApiKey() {}

  /**
   * Returns {@code LLM_API_KEY}, else {@code OPENAI_API_KEY}, if one is set.
   *
   * @throws SettingsException when it holds what no header can: told here without the key, because
   *     an HTTP client would tell it with the key
   */
  public static Optional<String> of(Map<String, String> environment) {
    return Stream.of("LLM_API_KEY", "OPENAI_API_KEY")
        .filter(name -> !environment.getOrDefault(name, "").isBlank())
        .findFirst()
        .map(name -> checked(name, environment.getOrDefault(name, "").strip()));
  }

  private static String checked(String name, String key) {
    if (key.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new SettingsException(
          "cannot use the environment variable "
              + name
              + ": expected visible ASCII characters only, found another (a line break, perhaps);"
              + " set it again");
    }
    return key;
  }
}
