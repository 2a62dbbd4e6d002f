package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatlingForkIT {
  @Test
  void aRunEndsWithItsLogsAndItsReport(@TempDir Path folder) {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(ServerOptions.preset("fast"))) {
      GatlingFork.Ended run =
          GatlingFork.of(SmokeSimulation.class, folder)
              .set("llm.baseUrl", server.baseUrl())
              .set("llm.label", "fork")
              .run();

      assertThat(run.exitCode()).as(run.output()).isZero();
      assertThat(run.logs().requests())
          .hasSize(5)
          .extracting(RequestRecord::outcome)
          .containsOnly(Outcome.OK);
      assertThat(folder.resolve("reports/fork/report.json")).exists();
    }
  }
}
