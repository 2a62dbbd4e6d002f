package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is laid over the report of an old one, by {@code llm.compare}. */
final class ComparedReportsIT {
  private static final Path OLD = Path.of("reports/example/report-1-slot.json").toAbsolutePath();

  @TempDir private Path folder;

  @BeforeEach
  void thereIsAnOldReport() throws IOException {
    Path old = Files.createDirectories(folder.resolve("reports/old"));
    Files.copy(OLD, old.resolve("report.json"));
  }

  private GatlingFork.Ended run(String compare) {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(ServerOptions.defaults())) {
      return GatlingFork.of(CurveSimulation.class, folder)
          .set("llm.baseUrl", server.baseUrl())
          .set("llm.label", "new")
          .set("llm.compare", compare)
          .set("llm.slo", "none")
          .set("llm.maxTokens", 4)
          .set("llm.warmup.client", "0 s")
          .set("llm.closed.concurrency", "[1,2]")
          .set("llm.closed.requests", 4)
          .set("llm.open.rates", "[]")
          .run();
    }
  }

  @Test
  void theNewRunIsLaidOverTheOldOne() throws IOException {
    GatlingFork.Ended run = run("old");

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(folder.resolve("reports/new/report.json")).isNotEmptyFile();
    Path both = folder.resolve("reports/engine-1-slots-new");
    assertThat(Files.readString(both.resolve("index.html")))
        .contains("<title>engine-1-slots · new · LLM load test</title>");
    assertThat(Files.readString(both.resolve("levels.csv")).lines().count())
        .as("a header, four old levels and two new ones")
        .isEqualTo(1 + 4 + 2);
    assertThat(folder.resolve("reports/old/index.html")).doesNotExist();
  }

  @Test
  void aReportThatIsNotThereIsToldBeforeAnyLoad() {
    GatlingFork.Ended run = run("gone");

    assertThat(run.exitCode()).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(run.output())
        .contains("gatling-llm: cannot use setting llm.compare: cannot find the run \"gone\"");
    assertThat(folder.resolve("reports/new")).doesNotExist();
  }
}
