package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gatlingllm.metric.Run;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objectives inside a run of Gatling: its exit code, its log and its own report tell of them. */
final class SloRunIT {
  private static final String BROKEN = "p50 ttft";
  private static final String KEPT = "error_fraction";

  @TempDir private Path folder;

  private GatlingFork.Ended run(String limits) throws IOException {
    Path slo = Files.writeString(folder.resolve("slo.conf"), "limits = [ " + limits + " ]");
    try (SimulatedLlmServer server =
        SimulatedLlmServer.start(
            ServerOptions.defaults()
                .withServiceModel(ServiceModel.preset("np4").withTimeScale(0.1)))) {
      return GatlingFork.of(CurveSimulation.class, folder)
          .set("llm.baseUrl", server.baseUrl())
          .set("llm.slo", slo)
          .set("llm.maxTokens", 4)
          .set("llm.warmup.client", "0 s")
          .set("llm.closed.concurrency", "[2]")
          .set("llm.open.rates", "[]")
          .run();
    }
  }

  @Test
  void brokenObjectiveTurnsTheRunRedAndStandsInGatlingsReport() throws IOException {
    GatlingFork.Ended run =
        run("{ level = \"c=2\", ttft.p50 = \"<= 1 ms\", error_fraction = \"<= 50 %\" }");

    assertThat(run.exitCode()).as(run.output()).isEqualTo(2);
    List<Run.GatlingRequest> verdicts = GatlingFork.gatlings(run.logs(), "SLO");
    assertThat(verdicts).as("every limit is judged, not only the first").hasSize(2);
    Run.GatlingRequest broken = named(BROKEN, verdicts);
    assertThat(broken.ok()).isFalse();
    assertThat(broken.message()).startsWith("missed: ");
    assertThat(named(KEPT, verdicts).ok()).isTrue();
    assertThat(run.runFolder().resolve("index.html")).isNotEmptyFile();
    assertThat(page(run)).contains("SLO", broken.name(), broken.message().substring(0, 20));
    assertThat(folder.resolve("reports/run/report.json")).isNotEmptyFile();
  }

  @Test
  void keptObjectivesLeaveTheRunGreen() throws IOException {
    GatlingFork.Ended run = run("{ level = \"c=2\", ttft.p50 = \"<= 60 s\" }");

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(GatlingFork.gatlings(run.logs(), "SLO"))
        .singleElement()
        .matches(Run.GatlingRequest::ok);
  }

  private static Run.GatlingRequest named(String part, List<Run.GatlingRequest> verdicts) {
    return verdicts.stream().filter(v -> v.name().contains(part)).findFirst().orElseThrow();
  }

  /** Gatling spreads its report over the page and scripts beside it. */
  private static String page(GatlingFork.Ended run) throws IOException {
    StringBuilder page = new StringBuilder(Files.readString(run.runFolder().resolve("index.html")));
    Path statistics = run.runFolder().resolve("js/stats.js");
    return Files.exists(statistics)
        ? page.append(Files.readString(statistics)).toString()
        : page.toString();
  }
}
