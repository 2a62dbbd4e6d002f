package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.server.FaultScript;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The story of coordinated omission. A server answers in 20 ms, for two seconds; then it stands
 * still for two seconds; then it answers in 20 ms again, for two seconds.
 *
 * <p>Who came at any instant of those six seconds had to wait, in a third of all cases, and for as
 * long as the standstill still went on: evenly spread between nothing and two seconds. So of all
 * arrivals, those beyond the 90th percentile waited for 1.4 s or more (0.3 of the third), and those
 * beyond the 99th for 1.94 s.
 *
 * <p>A single user who waits for each answer before he asks again sees it otherwise: dozens of
 * answers in 20 ms, and a single one of two seconds. By his 90th percentile nothing ever happened.
 */
final class StalledServerIT {
  private static final Duration BEFORE = Duration.ofSeconds(2);
  private static final Duration STANDSTILL = Duration.ofSeconds(2);
  private static final String WHOLE = "6 s";
  private static final double MILLI = 1e6;

  @TempDir private Path folder;

  private LevelSummary level(String concurrency, String rates) {
    ServerOptions options =
        ServerOptions.defaults()
            .withServiceModel(ServiceModel.clock(20_000, 1_000))
            .withFaults(FaultScript.none().stallServer(BEFORE, STANDSTILL));
    try (SimulatedLlmServer server = SimulatedLlmServer.start(options)) {
      GatlingFork.Ended run =
          GatlingFork.of(CurveSimulation.class, folder)
              .set("llm.baseUrl", server.baseUrl())
              .set("llm.slo", "none")
              .set("llm.preflight", false) // the stall is counted from the first request
              .set("llm.warmup.requests", 0)
              .set("llm.maxTokens", 2)
              .set("llm.closed.concurrency", concurrency)
              .set("llm.closed.duration", WHOLE)
              .set("llm.open.rates", rates)
              .set("llm.open.duration", WHOLE)
              .set("llm.open.arrivals", "constant")
              .run();
      assertThat(run.exitCode()).as(run.output()).isZero();
      List<LevelSummary> levels = Analysis.of(run.logs(), RequestSlo.none()).levels();
      assertThat(levels).hasSize(1);
      return levels.get(0);
    }
  }

  private static double millis(LevelSummary level, Metric metric, double quantile) {
    return level.metric(metric).map(d -> d.quantile(quantile)).orElse(Double.NaN) / MILLI;
  }

  @Test
  void openLevelShowsTheStandstillInItsPercentilesFromTheSchedule() {
    LevelSummary open = level("[]", "[40]");
    Metric ttft = Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE;
    assertThat(open.metric(ttft).map(Distribution::count)).contains(240);
    // bounds on the model's 20, 1420 and 1960 ms: a cold or busy client is late by less than 300 ms
    assertThat(millis(open, ttft, 0.5)).isBetween(20.0, 320.0);
    assertThat(millis(open, ttft, 0.9)).isBetween(1300.0, 1720.0);
    assertThat(millis(open, ttft, 0.99)).isBetween(1850.0, 2300.0);
  }

  @Test
  void closedLevelHidesItInASingleRequest() {
    LevelSummary closed = level("[1]", "[]");
    Metric ttft = Metric.TIME_TO_FIRST_TOKEN;
    Distribution times = closed.metric(ttft).orElseThrow();
    assertThat(times.count()).isGreaterThan(40);
    assertThat(millis(closed, ttft, 0.9)).isLessThan(320);
    assertThat(times.max() / MILLI).isBetween(1700.0, 2300.0);
    assertThat(times.fractionBelow(1000 * MILLI)).isEqualTo((times.count() - 1.0) / times.count());
  }
}
