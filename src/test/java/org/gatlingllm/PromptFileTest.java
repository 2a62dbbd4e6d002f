package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.stream.CompletionRequest.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PromptFileTest {
  private static final Message ONE = new Message("user", "one");

  @TempDir private Path folder;

  @Test
  void promptsAreReadFromEachKindOfFile() throws IOException {
    Message two = new Message("user", "two");
    assertThat(prompts("a.jsonl", "{\"prompt\":\"one\"}\n\n{\"prompt\":\"two\"}\n"))
        .containsExactly(List.of(ONE), List.of(two));
    assertThat(prompts("a.json", "[{\"prompt\":\"one\"},{\"prompt\":\"two\"}]"))
        .containsExactly(List.of(ONE), List.of(two));
    assertThat(prompts("a.csv", "prompt,topic\none,x\ntwo,y\n"))
        .containsExactly(List.of(ONE), List.of(two));
  }

  @Test
  void otherFieldsOfARecordAreFedToo() throws IOException {
    assertThat(records("a.csv", "prompt,topic\none,x\n").get(0)).containsEntry("topic", "x");
  }

  @Test
  void conversationOfOpenAiIsAskedWithoutTheAnswersAtItsEnd() throws IOException {
    String record =
        """
        {"messages": [{"role": "system", "content": "Be brief."},
          {"role": "user", "content": [{"type": "text", "text": "one"}]},
          {"role": "assistant", "content": "answer"}]}
        """;
    assertThat(prompts("a.jsonl", record))
        .containsExactly(List.of(new Message("system", "Be brief."), ONE));
  }

  @Test
  void firstHumanTurnOfShareGptIsAsked() throws IOException {
    String records =
        """
        [{"id": "a", "conversations": [{"from": "gpt", "value": "hi"}, {"from": "human", "value": "one"},
           {"from": "gpt", "value": "answer"}, {"from": "human", "value": "two"}]},
         {"id": "empty", "conversations": []}]
        """;
    assertThat(prompts("sharegpt.json", records)).containsExactly(List.of(ONE));
    assertThat(records("sharegpt.json", records).get(0)).doesNotContainKey("conversations");
  }

  @Test
  void promptMayBeAConversation() throws IOException {
    assertThat(prompts("a.jsonl", "{\"prompt\": [{\"role\": \"user\", \"content\": \"one\"}]}"))
        .containsExactly(List.of(ONE));
  }

  @Test
  void whatWindowsAndSpreadsheetsAddIsNoPartOfAPrompt() throws IOException {
    assertThat(prompts("a.jsonl", "\uFEFF{\"prompt\":\"one\"}\r\n")).containsExactly(List.of(ONE));
    assertThat(prompts("a.CSV", "\uFEFFprompt,\r\none,\r\n")).containsExactly(List.of(ONE));
  }

  @Test
  void fieldThatIsNamedAsGatlingsOwnIsNotFed() throws IOException {
    assertThat(
            records("a.jsonl", "{\"prompt\": \"one\", \"gatling.llm.level\": 1, \"x\": 2}").get(0))
        .containsOnlyKeys("prompt", "x", "llm.conversation");
  }

  @Test
  void recordWithoutAConversationIsLeftOut() throws IOException {
    String records =
        """
        {"messages": null}
        {"conversations": null}
        {"prompt": null}
        {"messages": [{"content": "nobody's"}, 7]}
        {"prompt": "one"}
        """;
    assertThat(prompts("a.jsonl", records)).containsExactly(List.of(ONE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a.jsonl | null | records, found in the one after record 0",
        "a.jsonl | {\"prompt\": {\"text\": 1}} | a text \"prompt\"",
        "a.jsonl | {\"messages\": \"one\"} | a list \"messages\"",
        "a.csv | prompt#\"one#two | records, found in the one after record 0"
      })
  void recordThatIsNoneIsToldInOneSentence(String name, String lines, String said) {
    assertThatThrownBy(() -> prompts(name, lines.replace("#", "\n")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "a.csv"})
  void otherEncodingIsTold(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "prompt\none", StandardCharsets.UTF_16);
    assertThatThrownBy(() -> PromptFile.read(file)).hasMessageContaining("a text in UTF-8");
  }

  @Test
  void fileThatCannotBeUsedIsToldInOneSentence() throws IOException {
    assertThatThrownBy(() -> PromptFile.read(folder.resolve("no.csv")))
        .hasMessageContaining("no.csv")
        .hasMessageContaining("found none");
    assertThatThrownBy(() -> prompts("b.csv", "text\none\n")).hasMessageContaining("[text]");
    assertThatThrownBy(() -> prompts("b.jsonl", "{\"prompt\":\"one\"}\nno json\n"))
        .hasMessageContaining("after record 1");
    assertThatThrownBy(() -> prompts("b.json", "[{\"prompt\":\"one\"},{\"prompt\":\"two\""))
        .hasMessageContaining("after record 1");
    assertThatThrownBy(() -> prompts("b.json", "[1, 2]")).hasMessageContaining("after record 0");
    assertThatThrownBy(() -> prompts("b.json", "[{\"text\":\"one\"}]"))
        .hasMessageContaining("[text]");
    assertThatThrownBy(() -> prompts("b.json", "[]")).hasMessageContaining("found none in 0");
    assertThatThrownBy(() -> prompts("b.json", "[{\"prompt\":\" \"}]"))
        .hasMessageContaining("found none in 1");
  }

  private List<Object> prompts(String name, String text) throws IOException {
    return records(name, text).stream().map(r -> r.get("llm.conversation")).toList();
  }

  private List<Map<String, Object>> records(String name, String text) throws IOException {
    return PromptFile.read(Files.writeString(folder.resolve(name), text));
  }
}
