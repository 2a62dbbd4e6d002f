package org.gatlingllm.gatling;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The API key: from the environment, and nowhere else, so that it is in no process list. */
public final class ApiKey {
  private ApiKey() {}

  /** Returns {@code LLM_API_KEY}, else {@code OPENAI_API_KEY}, if one is set. */
  public static Optional<String> of(Map<String, String> environment) {
    return Stream.of("LLM_API_KEY", "OPENAI_API_KEY")
        .map(environment::get)
        .filter(key -> key != null && !key.isBlank())
        .map(String::strip)
        .findFirst();
  }
}
