package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PromptFileTest {
  @TempDir private Path folder;

  @Test
  void promptsAreReadFromEachKindOfFile() throws IOException {
    assertThat(prompts("a.jsonl", "{\"prompt\":\"one\"}\n\n{\"prompt\":\"two\"}\n")).isEqualTo(2);
    assertThat(prompts("a.json", "[{\"prompt\":\"one\"},{\"prompt\":\"two\"}]")).isEqualTo(2);
    assertThat(prompts("a.csv", "prompt,topic\none,x\ntwo,y\n")).isEqualTo(2);
  }

  @Test
  void fileThatCannotBeUsedIsToldInOneSentence() throws IOException {
    assertThatThrownBy(() -> PromptFile.read(folder.resolve("no.csv")))
        .hasMessageContaining("no.csv")
        .hasMessageContaining("found none");
    assertThatThrownBy(() -> prompts("b.csv", "text\none\n")).hasMessageContaining("[text]");
    assertThatThrownBy(() -> prompts("b.jsonl", "{\"prompt\":\"one\"}\nno json\n"))
        .hasMessageContaining("record 2 is no JSON object");
    assertThatThrownBy(() -> prompts("b.json", "[{\"text\":\"one\"}]"))
        .hasMessageContaining("[text]");
  }

  private int prompts(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return PromptFile.read(file).size();
  }
}
