package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class RunFolderTest {
  @TempDir private Path results;

  @Test
  void newestFolderWithoutStreamsIsTheRunsWhereNothingElseTells() throws IOException {
    Path older = run("a-20260101000000001");
    Files.createFile(run("b-20260101000000002").resolve("streams.jsonl"));
    Files.createDirectory(results.resolve("lastRun"));
    assertThat(RunFolder.newestOf(results)).contains(older);
    assertThat(RunFolder.openIn(results)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX) // elsewhere no file system tells which files are open
  void folderWhoseLogIsOpenIsTheRunsWhateverRunsBesideIt() throws IOException {
    Path own = run("a-20260101000000001");
    Path others = run("b-20260101000000002");
    Files.createFile(others.resolve("simulation.log"));
    try (OutputStream log = Files.newOutputStream(own.resolve("simulation.log"))) {
      assertThat(RunFolder.openIn(results)).contains(own);
      log.write(1);
    }
    assertThat(RunFolder.openIn(results)).isEmpty();
  }

  private Path run(String name) throws IOException {
    return Files.createDirectory(results.resolve(name));
  }
}
