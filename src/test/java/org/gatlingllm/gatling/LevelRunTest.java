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
  void arrivalsBelongToUsersInTheOrderOfEntryWhateverTheirIds() {
    LevelRun level = level(open());
    level.enter(40); // users of another scenario had the ids before and have those between
    level.enter(43);
    level.enter(41);
    assertThat(level.scheduledNanos(40, NOW)).isEqualTo(BASE);
    assertThat(level.scheduledNanos(43, NOW)).isEqualTo(BASE + 10);
    assertThat(level.scheduledNanos(41, NOW)).isEqualTo(BASE + 20);
  }

  @Test
  void userWithoutAnArrivalIsDueNow() {
    LevelRun level = level(open());
    for (long user = 1; user <= 4; user++) {
      level.enter(user);
    }
    assertThat(level.scheduledNanos(4, NOW)).isEqualTo(NOW);
    assertThat(level.scheduledNanos(9, NOW)).isEqualTo(NOW);
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
    level.enter(7);
    level.enter(3);
    level.enter(4);
    assertThat(level.row(7)).extracting(Trace.Row::promptTokens).isEqualTo(11);
    assertThat(level.row(3)).extracting(Trace.Row::promptTokens).isEqualTo(22);
    assertThat(level.row(4)).isNull();
  }

  @Test
  void levelBeginsOnce() {
    LevelRun level = new LevelRun(open().plans().get(0));
    assertThat(level.begun()).isFalse();
    assertThat(level.begin(NOW)).isTrue();
    assertThat(level.begin(NOW + 1)).isFalse();
    assertThat(level.begun()).isTrue();
  }
}
