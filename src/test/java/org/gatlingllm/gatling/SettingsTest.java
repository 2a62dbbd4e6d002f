package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  void variableOfTheEnvironmentMayStandWithinAText() {
    String name =
        System.getenv().keySet().stream().filter(k -> k.matches("\\w+")).findFirst().orElseThrow();
    assertThat(with(HEADERS + ".X-Key", "Bearer ${" + name + "}").textMap(HEADERS))
        .containsEntry("X-Key", "Bearer " + System.getenv(name));
    for (String unset : List.of("Bearer ${NO_SUCH_VARIABLE}", "Bearer ${NO-SUCH}", "${}")) {
      assertThatThrownBy(() -> with(HEADERS + ".X-Key", unset))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("environment variable that is set");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "llm.",
        "llm..x",
        "llm.closed.concurrency[0]",
        "llm.headers.",
        "llm.headers.a$b",
        "llm.a:b"
      })
  void nameThatIsNoneIsToldWithoutItsValue(String key) {
    assertThatThrownBy(() -> with(key, "hidden"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("setting " + key)
        .hasMessageNotContaining("hidden");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[null]", "[1,null]"})
  void nothingIsNoEntryOfAList(String list) {
    String key = "llm.closed.concurrency";
    assertThatThrownBy(() -> with(key, list).counts(key, 1))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("expected whole numbers");
    assertThatThrownBy(() -> with("llm.compare", list).texts("llm.compare"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("expected a list");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "1e3", "9223372036854775808", "", "many", "NaN"})
  void numberThatIsNotWholeIsRefusedAndNotRounded(String number) {
    assertThatThrownBy(() -> with("llm.seed", number).longNumber("llm.seed"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("expected a whole number");
    assertThatThrownBy(() -> with("llm.maxTokens", number).count("llm.maxTokens", 1))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("expected a whole number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e999"})
  void numberWithoutAnEndIsNone(String number) {
    assertThatThrownBy(() -> with("llm.temperature", number).optionalNumber("llm.temperature"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("expected a number");
  }

  @Test
  void variableThatIsNotSetIsNoEntryOfAList() {
    assertThatThrownBy(() -> with("llm.open.rates", "[${NO_SUCH_VARIABLE}]"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("expected a list");
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
