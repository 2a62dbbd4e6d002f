package org.gatlingllm.gatling;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LevelRunTest {
  private static final long BASE = 1000;
  private static final long NOW = 5000;

  private static LevelRun level(OpenProfile profile) {
    LevelRun level = new LevelRun(profile.plans().get(0));
    level.schedule(BASE, new long[] {0, 10, 20});
    return level;
  }

  private static OpenProfile open() {
    return LlmDsl.open(exec(session -> session)).rates(1).requests(3);
  }

  @Test
  void arrivalsBelongToUsersInTheOrderOfEntry() {
    LevelRun level = level(open());
    assertThat(level.enter(NOW).dueNanos()).isEqualTo(BASE);
    assertThat(level.enter(NOW).dueNanos()).isEqualTo(BASE + 10);
    assertThat(level.enter(NOW).dueNanos()).isEqualTo(BASE + 20);
  }

  @Test
  void userWithoutAnArrivalIsDueNow() {
    LevelRun level = level(open());
    for (int user = 0; user < 3; user++) {
      level.enter(NOW);
    }
    assertThat(level.enter(NOW).dueNanos()).isEqualTo(NOW);
    LevelRun closed = new LevelRun(LlmDsl.closed(exec(session -> session)).plans().get(0));
    assertThat(closed.enter(NOW).dueNanos()).isEqualTo(NOW);
  }

  @Test
  void rowsOfATraceGoWithTheArrivals(@TempDir Path folder) throws IOException {
    String rows =
        """
        {"timestamp": 0, "input_length": 11, "output_length": 1}
        {"timestamp": 9, "input_length": 22, "output_length": 2}
        """;
    Path file = Files.writeString(folder.resolve("t.jsonl"), rows, StandardCharsets.UTF_8);
    LevelRun level = level(open().trace(file, 1));
    assertThat(level.enter(NOW).row()).extracting(Trace.Row::promptTokens).isEqualTo(11);
    assertThat(level.enter(NOW).row()).extracting(Trace.Row::promptTokens).isEqualTo(22);
    assertThat(level.enter(NOW).row()).isNull();
  }
}
