package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.TokenTimings;
import org.gatlingllm.server.RequestTruth;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The main job, once and for real: CurveSimulation in a JVM of its own against a server of one
 * slot. What it reports is held against what the server knows of itself and against Gatling's own
 * log.
 */
final class CurveIT {
  private static final int TOKENS = 16;
  private static final int REQUESTS = 12;
  private static final int WARM_UP = 4;
  private static final int CLOSED = 3;
  private static final int LEVELS = 4;
  private static final double NANOS_PER_MILLI = 1e6;

  /** A busy machine delays single reads by tens of milliseconds, medians by few. */
  private static final double SLACK_MILLIS = 8;

  /** Users of an open level open connections: an idle machine takes a while to wake up for each. */
  private static final double CONNECTING_MILLIS = 20;

  @TempDir private static Path folder;

  private static SimulatedLlmServer server;
  private static GatlingFork.Ended fork;
  private static Run run;
  private static JsonNode report;

  @BeforeAll
  static void measure() throws IOException {
    server =
        SimulatedLlmServer.start(
            ServerOptions.defaults()
                .withServiceModel(ServiceModel.preset("np1").withTimeScale(0.4)));
    fork =
        GatlingFork.of(CurveSimulation.class, folder)
            .set("llm.baseUrl", server.baseUrl())
            .set("llm.label", "it")
            .set("llm.maxTokens", TOKENS)
            .set("llm.warmup.requests", WARM_UP)
            .set("llm.closed.concurrency", "[1,2,4]")
            .set("llm.closed.requests", REQUESTS)
            .set("llm.open.rates", "[\"60%\"]")
            .set("llm.open.requests", REQUESTS)
            .run();
    run = fork.logs();
    report = new ObjectMapper().readTree(folder.resolve("reports/it/report.json").toFile());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void everyFileOfTheReportIsThere() {
    assertThat(fork.exitCode()).as(fork.output()).isZero();
    for (String name :
        List.of("summary.md", "levels.csv", "requests.csv", "curve.svg", "report.json")) {
      assertThat(folder.resolve("reports/it").resolve(name)).isNotEmptyFile();
    }
    assertThat(fork.runFolder().resolve("index.html")).isNotEmptyFile();
  }

  @Test
  void bothLogsTellOfTheSameStreams() {
    assertThat(run.remarks()).isEmpty();
    assertThat(run.requests()).hasSize(LEVELS * REQUESTS + WARM_UP);
    assertThat(run.requests()).allMatch(r -> r.outcome().whole());
  }

  @Test
  void serverSawEachRequestOnce() {
    int preflight = 1;
    assertThat(server.requests()).isEqualTo(LEVELS * REQUESTS + WARM_UP + preflight);
    assertThat(run.requests()).allMatch(r -> r.connection().sends() == 1);
  }

  @Test
  void connectionsOfClosedUsersAreReused() {
    long fresh =
        run.requests().stream()
            .filter(r -> r.id().level().equals("c=4") && !r.connection().reused())
            .count();
    assertThat(fresh).isEqualTo(4);
  }

  @Test
  void latenciesAreTheServersOwn() {
    for (int level = 0; level < LEVELS; level++) {
      List<RequestTruth> truth = truthOfLevel(level);
      double[] ttft = ttftNanos(name(level));
      double itl = median(truth.stream().flatMapToDouble(CurveIT::gapsNanos));
      assertThat(metric(level, "time_to_first_token").path("p50").asDouble())
          .as("TTFT p50 of %s", name(level))
          .isCloseTo(median(DoubleStream.of(ttft)) / NANOS_PER_MILLI, within(0.001));
      assertThat(
              median(
                  IntStream.range(0, REQUESTS).mapToDouble(i -> ttft[i] - ttftNanos(truth.get(i)))))
          .as("what TTFT is told above the server's own, request by request, in %s", name(level))
          .isCloseTo(
              0, within((level < CLOSED ? SLACK_MILLIS : CONNECTING_MILLIS) * NANOS_PER_MILLI));
      assertThat(metric(level, "inter_token_latency").path("p50").asDouble())
          .as("ITL p50 of %s", name(level))
          .isCloseTo(itl / NANOS_PER_MILLI, within(SLACK_MILLIS / 4));
    }
  }

  @Test
  void tokensAreThoseTheServerSent() {
    for (int level = 0; level < LEVELS; level++) {
      JsonNode tokens = metric(level, "output_tokens");
      assertThat(tokens.path("count").asInt()).isEqualTo(REQUESTS);
      assertThat(tokens.path("min").asInt()).isEqualTo(TOKENS);
      assertThat(tokens.path("max").asInt()).isEqualTo(TOKENS);
      assertThat(truthOfLevel(level)).allMatch(t -> t.sentTokens() == TOKENS);
    }
  }

  @Test
  void oneSlotQueues() {
    double one = level(0).path("steady_output_token_throughput").asDouble();
    double four = level(2).path("steady_output_token_throughput").asDouble();
    assertThat(four / one).as("tokens per second with 4 users and with 1").isBetween(0.75, 1.25);
    // three more users wait for three more services: about 4 times one request's time
    assertThat(metric(2, "time_to_first_token").path("p50").asDouble())
        .isGreaterThan(2 * metric(0, "request_latency").path("p50").asDouble());
  }

  @Test
  void littlesLawHolds() {
    for (int level = 0; level < LEVELS; level++) {
      JsonNode law = level(level).path("littles_law");
      assertThat(law.path("judged").asBoolean()).as(name(level)).isTrue();
      assertThat(law.path("relative_error").asDouble()).as(name(level)).isLessThan(0.05);
    }
  }

  @Test
  void openUsersStartWhenTheScheduleSaysAndNotBefore() {
    JsonNode delay = metric(3, "schedule_delay");
    assertThat(delay.path("min").asDouble()).isGreaterThanOrEqualTo(0);
    assertThat(level(3).path("resolved_rate").asDouble())
        .isCloseTo(0.6 * closedPeak(), within(0.01 * closedPeak())); // report.json rounds
  }

  private static double closedPeak() {
    return IntStream.range(0, 3)
        .mapToDouble(i -> level(i).path("steady_request_throughput").asDouble())
        .max()
        .orElseThrow();
  }

  private static JsonNode level(int index) {
    return report.path("levels").path(index);
  }

  private static String name(int index) {
    return level(index).path("name").asText();
  }

  private static JsonNode metric(int level, String tag) {
    JsonNode metric = level(level).path("metrics").path(tag);
    assertThat(metric.isObject()).as("%s of %s", tag, name(level)).isTrue();
    return metric;
  }

  /** Levels run one after the other, so the server's requests of each are a row of their own. */
  private static List<RequestTruth> truthOfLevel(int level) {
    int from = 1 + WARM_UP + level * REQUESTS;
    return server.truth().subList(from, from + REQUESTS);
  }

  /** In the order of sending, which is that of the server's truth. */
  private static double[] ttftNanos(String level) {
    return run.requests().stream()
        .filter(r -> r.id().level().equals(level))
        .map(RequestRecord::timings)
        .sorted(Comparator.comparingLong(TokenTimings::sentNanos))
        .mapToDouble(t -> t.firstTokenNanos() - (double) t.sentNanos())
        .toArray();
  }

  private static double ttftNanos(RequestTruth truth) {
    return truth.sentNanos(0) - (double) truth.receivedNanos();
  }

  private static DoubleStream gapsNanos(RequestTruth truth) {
    return IntStream.range(1, truth.sentTokens())
        .mapToDouble(i -> truth.sentNanos(i) - (double) truth.sentNanos(i - 1));
  }

  private static double median(DoubleStream values) {
    return Distribution.of(values.toArray()).quantile(0.5);
  }
}
