package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.gatlingllm.log.StreamLogWriter;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that takes no more. What stands for it is the kernel's limit on the size of a process's
 * files: it refuses a write as a full disk does, and it can be set and taken away while the process
 * runs.
 */
@EnabledOnOs(OS.LINUX)
class FullDiskIT {
  /** So many that the first level goes on for ten seconds: the disk fills up in its midst. */
  private static final int REQUESTS = 80;

  @TempDir private Path folder;

  @Test
  void runWhoseStreamsCannotBeWrittenSaysSoOnceAndIsRed() throws IOException, InterruptedException {
    ServerOptions paced = ServerOptions.preset("fast").withTokenPause(Duration.ofMillis(2));
    try (SimulatedLlmServer server = SimulatedLlmServer.start(paced);
        GatlingFork fork = launch(server).start()) {
      fork.awaitLine(line -> line.contains("requests done") && !line.contains(": 0 of"));
      limit(fork, Long.toString(Files.size(fork.runFolder().resolve(StreamLogWriter.FILE_NAME))));
      fork.awaitLine(line -> line.startsWith("level 2 of"));
      limit(fork, "unlimited");
      GatlingFork.Ended ended = fork.await();

      assertThat(ended.exitCode()).as(ended.output()).isEqualTo(2);
      assertThat(ended.output().lines().filter(l -> l.startsWith("gatling-llm: ")))
          .singleElement()
          .asString()
          .contains("cannot write", "File too large", "streams are missing; make room");
      assertThat(ended.output()).contains("cannot judge the run: cannot write");
      assertThatReportDoesNotLookWell(ended);
    }
  }

  private void assertThatReportDoesNotLookWell(GatlingFork.Ended ended) throws IOException {
    JsonNode report =
        new ObjectMapper().readTree(folder.resolve("reports/full/report.json").toFile());
    long lost = ended.logs().lostStreams();

    assertThat(lost + ended.logs().requests().size()).isEqualTo(2 * REQUESTS);
    assertThat(ended.logs().lostStreams("c=1")).isPositive();
    assertThat(report.path("levels")).isNotEmpty();
    for (JsonNode level : report.path("levels")) {
      assertThat(level.path("requests").path("sent").asInt()).isPositive();
      assertThat(level.path("suspect").path(0).asText()).contains("the disk was full or too slow");
    }
    assertThat(Files.readString(folder.resolve("reports/full/summary.md")))
        .doesNotContain("✅")
        .contains("Gate could not run")
        .contains("found " + lost + " missing");
  }

  private GatlingFork.Launch launch(SimulatedLlmServer server) {
    return GatlingFork.of(CurveSimulation.class, folder)
        .set("llm.baseUrl", server.baseUrl())
        .set("llm.label", "full")
        .set("llm.maxTokens", 50)
        .set("llm.warmup.requests", 0)
        .set("llm.closed.concurrency", "[1,2]")
        .set("llm.closed.requests", REQUESTS)
        .set("llm.open.rates", "[]")
        .set("llm.goodput", "ttft:10000");
  }

  /** Sets the soft limit, which the process's owner may raise again. */
  private static void limit(GatlingFork fork, String bytes)
      throws IOException, InterruptedException {
    Process prlimit;
    try {
      prlimit =
          new ProcessBuilder(
                  "prlimit",
                  "--pid",
                  Long.toString(fork.process().pid()),
                  "--fsize=" + bytes + ":unlimited")
              .inheritIO()
              .start();
    } catch (IOException e) {
      assumeTrue(false, "no full disk can be made here: " + e.getMessage());
      throw e;
    }
    assumeTrue(prlimit.waitFor() == 0, "no full disk can be made here: prlimit is refused");
  }
}
