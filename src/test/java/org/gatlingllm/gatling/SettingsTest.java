package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SettingsTest {
  private static final String BODY = "llm.extraBody";
  private static final String HEADERS = "llm.headers";

  private static Settings with(String key, String value) {
    return Settings.read(Map.of(key, value));
  }

  @Test
  void everyDefaultStandsWhereNothingIsSet() {
    Settings settings = Settings.read(Map.of("user.name", "somebody"));
    assertThat(settings.counts("llm.closed.concurrency", 1)).containsExactly(1, 2, 4, 8);
    assertThat(settings.map(BODY)).isEmpty();
    assertThat(settings.optionalNumber("llm.temperature")).isEmpty();
  }

  @Test
  void unknownKeyIsToldWithTheNearestOne() {
    assertThatThrownBy(() -> with("llm.maxToken", "3"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("unknown setting llm.maxToken")
        .hasMessageContaining("did you mean llm.maxTokens?");
    assertThatThrownBy(() -> with("llm.closed", "3")).hasMessageContaining("unknown setting");
  }

  @Test
  void listIsTakenWithAndWithoutQuotesAndBrackets() {
    for (String rates : List.of("[\"50%\",0.3]", "[\\\"50%\\\",0.3]", "50%, 0.3")) {
      assertThat(with("llm.open.rates", rates).texts("llm.open.rates"))
          .containsExactly("50%", "0.3");
    }
  }

  @Test
  void fieldOfTheBodyIsWhatItsTextSays() {
    Map<String, String> texts =
        Map.of(
            "text", "some words: #1",
            "number", "0.9",
            "flag", "false",
            "object", "{\\\"a\\\": [1, 2]}",
            "nothing", "null",
            "version", "1.2.3",
            "deep.key", "7");
    Settings settings =
        Settings.read(
            texts.entrySet().stream()
                .collect(Collectors.toMap(e -> BODY + "." + e.getKey(), Map.Entry::getValue)));
    assertThat(settings.map(BODY))
        .containsEntry("text", "some words: #1")
        .containsEntry("number", 0.9)
        .containsEntry("flag", false)
        .containsEntry("object", Map.of("a", Arrays.asList(1, 2)))
        .containsEntry("nothing", null)
        .containsEntry("version", "1.2.3")
        .containsEntry("deep", Map.of("key", 7));
  }

  @Test
  void headerKeepsItsTextAndIsShownNowhere() {
    Settings settings = Settings.read(Map.of(HEADERS + ".X-Key", "007", HEADERS + ".X-B", "s#c"));
    assertThat(settings.textMap(HEADERS)).containsEntry("X-Key", "007").containsEntry("X-B", "s#c");
    assertThat(settings.all()).containsEntry(HEADERS + ".X-Key", "\"***\"");
    assertThat(settings.wrong(HEADERS, "others")).hasMessageNotContaining("007");
  }

  @Test
  void valueOfTheEnvironmentIsNamedAndNotWritten() {
    String name =
        System.getenv().keySet().stream().filter(k -> k.matches("\\w+")).findFirst().orElseThrow();
    assertThat(with(HEADERS + ".X-Key", "${" + name + "}").textMap(HEADERS))
        .containsEntry("X-Key", System.getenv(name));
    assertThatThrownBy(() -> with(HEADERS + ".X-Key", "${NO_SUCH_VARIABLE}"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("environment variable that is set");
  }

  @Test
  void mapThatIsNoneIsRefused() {
    assertThatThrownBy(() -> with(BODY, "3").map(BODY)).hasMessageContaining("expected entries");
    assertThatThrownBy(() -> with(HEADERS + ".a", "{\"b\": 1}").textMap(HEADERS))
        .hasMessageContaining("a text for each name");
    assertThatThrownBy(() -> with(BODY + ".a", "{\"b\": "))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("a value of JSON");
  }
}
