package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gatlingllm.gatling.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JudgedRunTest {
  private static final PullRequest GITHUB = new PullRequest(Map.of("GITHUB_ACTIONS", "true"));
  private static final String IMPOSSIBLE = "ttft:1";

  private final List<String> said = new ArrayList<>();
  private final Path folder;

  JudgedRunTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private JudgedRun find(String run) {
    Settings settings =
        Settings.read(Map.of("llm.slo", "none", "llm.goodput", IMPOSSIBLE, "llm.run", run));
    return JudgedRun.find(settings, folder, GITHUB, said::add);
  }

  private Path stored(String name) {
    return StoredRun.of(VirtualRun.of(1, 1), folder, name);
  }

  @Test
  void newestRunHasToldGitHubOfItself() {
    stored("z-20260101000000000");
    Path newest = stored("a-20260102000000000");
    assertThat(find("").folder()).isEqualTo(newest);
    assertThat(said).isEmpty();
  }

  @Test
  void runThatIsJudgedAgainIsTold() {
    Path named = stored("z-20260101000000000");
    stored("a-20260102000000000");
    JudgedRun run = find(named.toString());
    assertThat(run.folder()).isEqualTo(named);
    assertThat(run.measured().gate().verdicts()).hasSize(6);
    assertThat(said).hasSize(6).allMatch(line -> line.startsWith("::error title=SLO missed::"));
  }

  @Test
  void runOfAnEarlierBuildIsNotThatOfALoadThatCouldNotBegin() throws IOException {
    Path run = stored("a-20260102000000000");
    Path last = folder.resolve("lastRun.txt");
    Files.writeString(last, "a-20260102000000000\nExecutionError: assertions failed");
    assertThat(find("").folder()).isEqualTo(run);
    Files.writeString(last, "ExecutionError: exit code 4");
    assertThatThrownBy(() -> find(""))
        .hasMessageContaining("expected that of the last load, found that it could not begin");
    assertThat(find(run.toString()).folder()).as("named, it is judged").isEqualTo(run);
    FileTime earlier = FileTime.fromMillis(0);
    Files.setLastModifiedTime(last, earlier);
    assertThat(find("").folder()).as("left over from before").isEqualTo(run);
  }

  @Test
  void missingRunIsTold() {
    assertThatThrownBy(() -> find(""))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("found none; run mvn gatling:test first, or set -Dllm.run=<folder>");
    assertThatThrownBy(() -> find(folder.resolve("gone").toString())).hasMessageContaining("gone");
    assertThat(said)
        .hasSize(2)
        .allMatch(line -> line.startsWith("::error title=Gate could not run::cannot "));
  }

  @Test
  void runWithoutABaselineSaysHowToMakeOneOfIt() {
    Path run = stored("a-20260102000000000");
    assertThat(find("").howToMakeABaseline())
        .isEqualTo(
            "nothing to compare with: there is no reports/baseline/study.json; to make it of this"
                + " run: mvn test-compile exec:java@report -Dexec.args=\"--make-baseline "
                + run
                + "\", and commit it");
  }
}
