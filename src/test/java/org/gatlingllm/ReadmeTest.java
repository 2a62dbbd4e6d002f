package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gatlingllm.gate.Slo;
import org.junit.jupiter.api.Test;

/** What the README shows is what is there. */
final class ReadmeTest {
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SLO = Pattern.compile("```\n(preset .*?)```", Pattern.DOTALL);
  private static final Pattern KEY = Pattern.compile("`(llm\\.[A-Za-z.]+)`");

  @Test
  void exampleIsTheOneThatCompiles() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/org/gatlingllm/ConversationSimulation.java"));
    Matcher example = JAVA.matcher(readme());
    assertThat(example.find()).isTrue();
    assertThat(source).contains(example.group(1));
  }

  @Test
  void slosItShowsCanBeRead() throws IOException {
    Matcher example = SLO.matcher(readme());
    assertThat(example.find()).isTrue();
    assertThatCode(() -> Slo.parse(example.group(1), "README.md")).doesNotThrowAnyException();
  }

  @Test
  void settingsItNamesExist() throws IOException {
    String settings = Files.readString(Path.of("src/test/resources/llm.conf"));
    List<String> keys = KEY.matcher(readme()).results().map(m -> m.group(1)).toList();
    assertThat(keys).isNotEmpty();
    for (String key : keys) {
      String last = key.substring(key.lastIndexOf('.') + 1);
      assertThat(settings).as(key).containsPattern("(?m)^ *" + last + " *[={]");
    }
  }

  private static String readme() throws IOException {
    return Files.readString(Path.of("README.md"));
  }
}
