package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.gate.Change;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.SteadySpan;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers in one run: the one that is judged, and the one that it is compared with. */
final class ComparedServersIT {
  private static final double SCALE = 0.2;
  private static final int WARM_UP = 4;
  private static final int CLOSED = 12;
  private static final int OPEN = 6;
  private static final int PREFLIGHT = 1;
  private static final int ASSERTION_FAILED = 2;

  private static final String[] TWO_PASSES = {
    "c=2 #1 @a",
    "c=2 #1 @b",
    "rate=60% #1 @a",
    "rate=60% #1 @b", //
    "c=2 #2 @b",
    "c=2 #2 @a",
    "rate=60% #2 @b",
    "rate=60% #2 @a"
  };

  @TempDir private Path folder;

  private static SimulatedLlmServer server(double timeScale) {
    return SimulatedLlmServer.start(
        ServerOptions.defaults()
            .withServiceModel(ServiceModel.preset("np4").withTimeScale(timeScale)));
  }

  /** So few requests cannot be expected to tell. */
  private GatlingFork.Launch launch(SimulatedLlmServer judged, SimulatedLlmServer reference)
      throws IOException {
    Path slo = Files.writeString(folder.resolve("slo.conf"), "regression { inconclusive = 100 % }");
    return GatlingFork.of(CurveSimulation.class, folder)
        .set("llm.baseUrl", judged.baseUrl())
        .set("llm.baseline.baseUrl", reference.baseUrl())
        .set("llm.slo", slo)
        .set("llm.maxTokens", 16)
        .set("llm.ignoreEos", true)
        .set("llm.prompt.tokens", 40)
        .set("llm.warmup.client", "1 s")
        .set("llm.warmup.requests", WARM_UP)
        .set("llm.closed.concurrency", "[2]")
        .set("llm.closed.requests", CLOSED)
        .set("llm.open.requests", OPEN);
  }

  private static List<Change> changes(GatlingFork.Ended run) {
    return Gate.of(Settings.read(Map.of("llm.slo", "none")))
        .measured(run.runFolder())
        .gate()
        .changes();
  }

  @Test
  void equalServersTakeTurnsAndNeitherIsWorse() throws IOException {
    try (SimulatedLlmServer judged = server(SCALE);
        SimulatedLlmServer reference = server(SCALE)) {
      GatlingFork.Ended run =
          launch(judged, reference).set("llm.repeats", 2).set("llm.open.rates", "[\"60%\"]").run();

      assertThat(run.exitCode()).as(run.output()).isZero();
      assertThat(measured(run.logs())).containsExactly(TWO_PASSES);
      int each = PREFLIGHT + WARM_UP + 2 * (CLOSED + OPEN);
      assertThat(judged.requests()).isEqualTo(each);
      assertThat(reference.requests()).isEqualTo(each);
      assertThat(changes(run))
          .isNotEmpty()
          .extracting(Change::kind)
          .doesNotContain(Change.Kind.REGRESSED);
    }
  }

  /** A level on which the client itself was too slow condemns nobody, however clear it looks. */
  private static boolean condemned(Change change) {
    return change.kind() == Change.Kind.REGRESSED
        || (change.kind() == Change.Kind.INCONCLUSIVE && change.reason().contains("suspect"));
  }

  @Test
  void slowerServerIsFlaggedInEachOfItsTimes() throws IOException {
    try (SimulatedLlmServer judged = server(1.6 * SCALE);
        SimulatedLlmServer reference = server(SCALE)) {
      GatlingFork.Ended run =
          launch(judged, reference)
              .set("llm.open.rates", "[60%]")
              .set("llm.metricsUrl", judged.baseUrl())
              .set("llm.metricsInterval", "100 ms")
              .run();

      assertThat(run.exitCode()).as(run.output()).isEqualTo(ASSERTION_FAILED);
      assertThat(GatlingFork.gatlings(run.logs(), "REGRESSION"))
          .extracting(Run.GatlingRequest::name)
          .contains("c=2: itl", "c=2: errors", "rate=60%: tpot")
          .hasSize(8);
      assertThat(measured(run.logs()))
          .as("three passes unless said otherwise")
          .startsWith(TWO_PASSES)
          .endsWith("c=2 #3 @a", "c=2 #3 @b", "rate=60% #3 @a", "rate=60% #3 @b")
          .hasSize(12);
      assertThat(rates(run.logs()))
          .as("the share is one of the reference's peak, on both servers and in each pass")
          .hasSize(6)
          .allSatisfy(rate -> assertThat(rate).isCloseTo(0.6 * peak(run.logs()), within(1e-3)));
      assertThat(Analysis.of(run.logs(), RequestSlo.none()).levels())
          .as("the reference's levels have no gauges of the server that rests meanwhile")
          .allMatch(level -> (level.engine() != null) == level.level().name().endsWith("@a"));
      assertThat(changes(run))
          .as(run.output())
          .filteredOn(change -> List.of("c=2: itl", "c=2: tpot").contains(change.name()))
          .hasSize(2)
          .allMatch(ComparedServersIT::condemned)
          .allMatch(change -> change.interval().low() > 0.3 && change.interval().high() < 0.9);
    }
  }

  @Test
  void referenceThatCannotBeReachedIsNamedBeforeAnyLoad() {
    try (SimulatedLlmServer judged = server(SCALE)) {
      GatlingFork.Ended run =
          GatlingFork.of(CurveSimulation.class, folder)
              .set("llm.baseUrl", judged.baseUrl())
              .set("llm.baseline.baseUrl", "http://127.0.0.1:1")
              .set("llm.warmup.client", "0 s")
              .run();

      assertThat(run.exitCode()).as(run.output()).isEqualTo(Refusal.COULD_NOT_RUN);
      assertThat(run.output())
          .contains("cannot test http://127.0.0.1:1", "set -Dllm.baseline.baseUrl=…");
      assertThat(judged.requests()).isEqualTo(PREFLIGHT);
    }
  }

  private static List<Double> rates(Run run) {
    return run.levels().stream()
        .filter(level -> level.load() instanceof Level.Open)
        .map(level -> ((Level.Open) level.load()).requestsPerSecond())
        .toList();
  }

  private static double peak(Run run) {
    List<RequestRecord> first =
        run.requests().stream().filter(r -> r.id().level().equals("c=2 #1 @b")).toList();
    return SteadySpan.requestRate(first, 2);
  }

  private static List<String> measured(Run run) {
    return run.levels().stream()
        .map(Level::name)
        .filter(name -> !name.startsWith("warm-up"))
        .toList();
  }
}
