package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.gate.Baseline;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A baseline inside a run of Gatling: the load that it asks for, exit code and log. The baseline is
 * a run in virtual time, on the model that the real server is slower than.
 */
final class BaselineRunIT {
  private static final double SLOWER = 1.6;
  private static final int ASSERTION_FAILED = 2;
  private static final List<String> LOADS = List.of("c=2", "rate=50%");

  @TempDir private Path folder;

  private Map<String, String> settings(SimulatedLlmServer server) throws IOException {
    Path slo = Files.writeString(folder.resolve("slo.conf"), "regression { inconclusive = 100 % }");
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("llm.baseUrl", server.baseUrl());
    settings.put("llm.slo", slo.toString());
    settings.put("llm.maxTokens", "16");
    settings.put("llm.ignoreEos", "true");
    settings.put("llm.prompt.tokens", "100");
    settings.put("llm.closed.concurrency", "[2]");
    settings.put("llm.closed.requests", "12");
    settings.put("llm.open.rates", "[50%]");
    settings.put("llm.open.requests", "4");
    settings.put("llm.warmup.requests", "2");
    return settings;
  }

  private GatlingFork.Launch launch(Map<String, String> settings) {
    GatlingFork.Launch launch = GatlingFork.of(CurveSimulation.class, folder);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      launch = launch.set(setting.getKey(), setting.getValue());
    }
    return launch;
  }

  private static SimulatedLlmServer server(double timeScale) {
    return SimulatedLlmServer.start(
        ServerOptions.defaults()
            .withServiceModel(ServiceModel.preset("np4").withTimeScale(timeScale)));
  }

  /** The baseline of these loads of a run with these settings, in the place of its label. */
  private Path baseline(Map<String, String> settings, List<String> loads) {
    Run virtual = VirtualRun.of(1, 1);
    RunHeader header =
        new RunHeader(
            "run",
            CurveSimulation.class.getName(),
            "",
            "",
            0,
            0,
            1,
            new RunHeader.Target("", "openai-chat", ""),
            Settings.read(settings).all());
    List<Level> levels =
        virtual.levels().stream().filter(l -> loads.contains(l.loadName())).toList();
    Run run = new Run(header, levels, virtual.requests(), Map.of(), null, List.of());
    Path file = folder.resolve("reports/baseline/run.json");
    Baseline.of("run", run, Analysis.of(run, RequestSlo.none())).write(file);
    return file;
  }

  @Test
  void slowerServerGetsTheLoadOfTheBaselineAndTurnsTheRunRed() throws IOException {
    try (SimulatedLlmServer server = server(SLOWER)) {
      baseline(settings(server), LOADS);
      GatlingFork.Ended run = launch(settings(server)).run();

      assertThat(run.exitCode()).as(run.output()).isEqualTo(ASSERTION_FAILED);
      List<Run.GatlingRequest> comparisons = GatlingFork.gatlings(run.logs(), "REGRESSION");
      assertThat(comparisons).hasSize(2 * 4);
      Run.GatlingRequest itl = named("c=2: itl", comparisons);
      assertThat(itl.ok()).isFalse();
      // a level on which the client itself was too slow condemns nobody, and is no pass either
      assertThat(itl.message()).matches("regressed: .*|inconclusive: the level is suspect: .*");
      assertThat(named("c=2: errors", comparisons).ok()).isTrue();
      assertThat(rate(run.logs()))
          .as("half of the baseline's peak, not of its own")
          .isCloseTo(0.5 * 4 / 3.793, within(1e-3));
      assertThat(run.runFolder().resolve("index.html")).isNotEmptyFile();
    }
  }

  @Test
  void namedBaselineOfAnotherWorkloadIsRefusedBeforeAnyRequest() throws IOException {
    try (SimulatedLlmServer server = server(0.1)) {
      Path file = baseline(settings(server), List.of("c=8"));
      GatlingFork.Ended run =
          launch(settings(server)).set("llm.baseline.file", file.toString()).run();

      assertThat(run.exitCode()).as(run.output()).isEqualTo(Refusal.COULD_NOT_RUN);
      assertThat(run.output())
          .contains("gatling-llm: cannot compare with baseline run of ")
          .contains("levels was \"c=8\" and is \"c=2, rate=50%\"");
      assertThat(server.requests()).isZero();
    }
  }

  @Test
  void baselineOfAnotherWorkloadThatOnlyLiesThereDoesNotHinderTheRun() throws IOException {
    try (SimulatedLlmServer server = server(0.1)) {
      baseline(settings(server), List.of("c=8"));
      GatlingFork.Ended run = launch(settings(server)).run();

      assertThat(run.exitCode()).as(run.output()).isZero();
      assertThat(run.output()).contains("nothing was compared", "✗ cannot compare with baseline");
      assertThat(folder.resolve("reports/run/report.json")).isNotEmptyFile();
      assertThat(GatlingFork.gatlings(run.logs(), "REGRESSION")).isEmpty();
    }
  }

  private static Run.GatlingRequest named(String name, List<Run.GatlingRequest> all) {
    return all.stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow();
  }

  private static double rate(Run run) {
    return run.levels().stream()
        .filter(level -> level.load() instanceof Level.Open)
        .mapToDouble(level -> ((Level.Open) level.load()).requestsPerSecond())
        .findFirst()
        .orElseThrow();
  }
}
