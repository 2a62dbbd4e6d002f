package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtrasTest {
  private static Extras with(String key, String value) {
    return Extras.of(Settings.read(Map.of(key, value)));
  }

  @Test
  void headerThatWouldChangeTheFramingIsRefused() {
    for (String name : List.of("Content-Length", "transfer-encoding", "Connection")) {
      assertThatThrownBy(() -> with("llm.headers." + name, "1"))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("which the HTTP client sets");
    }
  }

  @Test
  void headerThatWouldBeTwoIsRefusedWithoutItsValue() {
    assertThatThrownBy(() -> with("llm.headers.X-Key", "hidden\r\nX-Other: 1"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("each in one line")
        .hasMessageNotContaining("hidden");
    assertThatThrownBy(() -> with("llm.headers", "{\"a b\": \"1\"}"))
        .hasMessageContaining("names and values of HTTP headers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u201chidden\u201d", "hidden\u00e9", "hidden\u0001", "hidden\u007f"})
  void headerThatNoClientSendsAsItIsIsRefusedWithoutItsValue(String value) {
    assertThatThrownBy(() -> with("llm.headers.X-Key", value))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("of ASCII")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void temperatureIsANumber() {
    assertThat(with("llm.temperature", "0").temperature()).hasValue(0);
    assertThatThrownBy(() -> with("llm.temperature", "warm")).hasMessageContaining("a number");
  }

  @Test
  void valuesOfHeadersAreNotInItsText() {
    assertThat(with("llm.headers.X-Key", "hidden").toString())
        .contains("X-Key")
        .doesNotContain("hidden");
  }
}
