package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, and runs that cannot begin. */
final class InterruptedRunIT {
  @TempDir private Path folder;

  @Test
  void ctrlCLeavesAReportOfWhatWasMeasured() throws IOException, InterruptedException {
    try (SimulatedLlmServer server =
            SimulatedLlmServer.start(
                ServerOptions.defaults()
                    .withServiceModel(ServiceModel.preset("np1").withTimeScale(0.5)));
        GatlingFork fork =
            GatlingFork.of(CurveSimulation.class, folder)
                .set("llm.baseUrl", server.baseUrl())
                .set("llm.label", "cut")
                .set("llm.maxTokens", 8)
                .set("llm.warmup.client", "0 s")
                .set("llm.warmup.requests", 0)
                .set("llm.closed.concurrency", "[1,2]")
                .set("llm.closed.requests", 200)
                .start()) {
      fork.awaitLine(line -> line.startsWith("level 1 of"));
      fork.awaitLine(line -> line.contains("requests done") && !line.contains(": 0 of"));
      // SIGTERM: for a JVM the same as Ctrl-C, and not ignored where a build runs in the background
      fork.process().toHandle().destroy();
      GatlingFork.Ended ended = fork.await();

      assertThat(ended.exitCode()).isNotZero();
      JsonNode report =
          new ObjectMapper().readTree(folder.resolve("reports/cut/report.json").toFile());
      JsonNode requests = report.path("levels").path(0).path("requests");
      assertThat(requests.path("ok").asInt()).isPositive();
      assertThat(requests.path("failed").asInt()).isZero();
      assertThat(requests.path("cancelled").asInt()).isEqualTo(1);
      assertThat(ended.logs().requests())
          .last()
          .matches(r -> r.outcome() == Outcome.CANCELLED && r.ending().message() != null);
      assertThat(ended.output()).contains("c=1").doesNotContain("Exception");
    }
  }

  @Test
  void settingThatCannotBeUsedIsOneSentenceAndNoTrace() {
    GatlingFork.Ended ended =
        GatlingFork.of(CurveSimulation.class, folder).set("llm.maxTokens", "many").run();
    assertThat(ended.exitCode()).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(ended.output().lines().filter(line -> line.startsWith("gatling-llm: "))).hasSize(1);
    assertThat(ended.output())
        .contains("llm.maxTokens: expected a whole number, found \"many\"")
        .doesNotContain("\tat ");
  }

  @Test
  void nothingToDoIsRefused() {
    GatlingFork.Ended ended =
        GatlingFork.of(CurveSimulation.class, folder)
            .set("llm.closed.concurrency", "[]")
            .set("llm.open.rates", "[]")
            .run();
    assertThat(ended.exitCode()).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(ended.output()).contains("nothing to do").doesNotContain("\tat ");
  }

  @Test
  void serverThatIsNotThereIsToldBeforeAnyLoad() {
    GatlingFork.Ended ended =
        GatlingFork.of(CurveSimulation.class, folder)
            .set("llm.baseUrl", "http://127.0.0.1:9")
            .run();
    assertThat(ended.exitCode()).isEqualTo(Refusal.COULD_NOT_RUN);
    assertThat(ended.output())
        .contains("cannot test http://127.0.0.1:9")
        .contains("-Dllm.baseUrl")
        .doesNotContain("\tat ");
  }
}
