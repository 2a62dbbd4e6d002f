package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exit codes of the post-processor where there is nothing to judge: no gate has failed then. */
final class ReportCommandTest {
  private final StringWriter said = new StringWriter();

  private int exitCode(String... arguments) {
    return Report.command(new PullRequest(Map.of()))
        .setErr(new PrintWriter(said, true))
        .execute(arguments);
  }

  @Test
  void missingArgumentIsNoFailedGate() {
    assertThat(exitCode("--gate")).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(said.toString()).contains("Missing required parameter: 'RUN'", "Usage: report");
  }

  @Test
  void folderWithoutLogsIsNoFailedGate(@TempDir Path folder) {
    assertThat(exitCode("--gate", folder.toString())).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(said.toString()).startsWith("gatling-llm: ").contains(folder.toString());
  }
}
