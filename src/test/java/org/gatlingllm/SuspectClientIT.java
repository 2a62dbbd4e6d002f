package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that is slow is found out, and one that is not is left alone. */
final class SuspectClientIT {
  private static final double MILLI = 1e6;

  @TempDir private Path folder;

  private static List<LevelSummary> levels(GatlingFork.Ended run) {
    assertThat(run.exitCode()).as(run.output()).isZero();
    return Analysis.of(run.logs(), RequestSlo.none()).levels();
  }

  private GatlingFork.Launch slowClient(SimulatedLlmServer server) {
    return GatlingFork.of(SlowClientSimulation.class, folder)
        .set("llm.baseUrl", server.baseUrl())
        .set("llm.label", "slow")
        .set("llm.maxTokens", 8)
        .set("llm.closed.duration", "4 s");
  }

  private static SimulatedLlmServer clock() {
    return SimulatedLlmServer.start(
        ServerOptions.defaults().withServiceModel(ServiceModel.clock(20_000, 5_000)));
  }

  @Test
  void blockedEventLoopIsFoundOutAndNamed() {
    try (SimulatedLlmServer server = clock()) {
      GatlingFork.Ended run = slowClient(server).run();
      List<LevelSummary> levels = levels(run);
      for (LevelSummary blocked : levels.subList(1, 3)) {
        assertThat(blocked.suspect())
            .as(blocked.level().name())
            .anyMatch(why -> why.startsWith("the client's event loops were late: lag p99"));
      }
      assertThat(run.output()).contains("! c=8 is suspect").contains("! rate=20 is suspect");
      hidesFromSentAndShowsFromTheSchedule(levels.get(2));
    }
  }

  /**
   * The client's own coordinated omission: a user whose event loop is blocked sends late, and what
   * it measures from there on looks well.
   */
  private static void hidesFromSentAndShowsFromTheSchedule(LevelSummary open) {
    double sent = open.metric(Metric.TIME_TO_FIRST_TOKEN).orElseThrow().quantile(0.75);
    double scheduled =
        open.metric(Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE).orElseThrow().quantile(0.95);
    double delay = open.metric(Metric.SCHEDULE_DELAY).orElseThrow().quantile(0.95);
    assertThat(delay / MILLI).isBetween(50.0, 2000.0);
    assertThat(scheduled).isGreaterThan(sent + 0.5 * delay);
  }

  @Test
  void tinyHeapIsFoundOutAndNamed() {
    try (SimulatedLlmServer server = clock()) {
      GatlingFork.Ended run =
          GatlingFork.of(FullHeapSimulation.class, folder)
              .set("llm.baseUrl", server.baseUrl())
              .set("llm.maxTokens", 8)
              .set("llm.closed.duration", "4 s")
              .jvm("-XX:+UseSerialGC")
              .jvm("-Xmx96m")
              .run();
      assertThat(levels(run).get(0).suspect())
          .anyMatch(why -> why.contains("garbage collection took") && why.contains("-Xmx"));
    }
  }

  /** A client that gets a tenth of a core cannot stamp what 128 streams bring it. */
  @Test
  void machineThatOthersUseIsFoundOutAndNamed() throws InterruptedException {
    List<Process> others = new ArrayList<>();
    try (SimulatedLlmServer server = clock();
        GatlingFork fork =
            GatlingFork.of(CurveSimulation.class, folder)
                .set("llm.baseUrl", server.baseUrl())
                .set("llm.maxTokens", 64)
                .set("llm.closed.concurrency", "[128]")
                .set("llm.closed.duration", "8 s")
                .set("llm.open.rates", "[]")
                .start()) {
      fork.awaitLine(line -> line.endsWith(" started..."));
      for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
        others.add(busyProcess());
      }
      Thread.sleep(10_000); // all of the level; the reports need not be slow as well
      others.forEach(Process::destroyForcibly);
      assertThat(levels(fork.await()).get(0).suspect())
          .anyMatch(
              why ->
                  why.startsWith("the client's event loops were late: lag p99")
                      && why.contains("the machine was short of CPU"));
    } finally {
      others.forEach(Process::destroyForcibly);
    }
  }

  private static Process busyProcess() {
    try {
      return new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A level of a healthy client is trusted, however short. Where the machine itself is short of CPU
   * while this test runs, its own counters say so, and the level may say so too.
   */
  @ParameterizedTest
  @CsvSource({"np1, 0.05", "np4, 0.05", "gpu, 0.5", "fast, 1"})
  void equalRunsOfAHealthyClientAreNeverSuspect(String preset, double timeScale) {
    GatlingFork.Ended run =
        GatlingFork.of(CurveSimulation.class, folder)
            .set("llm.slo", "none") // answers without delays come in one read, and miss some
            .set("llm.server.preset", preset)
            .set("llm.server.timeScale", timeScale)
            .set("llm.prompt.tokens", "[100,101,102]") // three equal levels of each load
            .set("llm.maxTokens", 16)
            .set("llm.closed.concurrency", "[1,4]")
            .set("llm.closed.requests", 12)
            .set("llm.open.rates", "[]")
            .run();
    List<LevelSummary> levels = levels(run);
    assertThat(levels).hasSize(6);
    for (LevelSummary level : levels) {
      assertThat(level.suspect())
          .as(level.level().name() + ", " + level.client())
          .allMatch(why -> why.contains("short of CPU") || why.contains("hypervisor"));
    }
  }
}
