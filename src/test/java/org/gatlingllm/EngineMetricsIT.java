package org.gatlingllm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the engine says of itself during a real run, and what becomes of a run when it does not. */
@Timeout(180)
final class EngineMetricsIT {
  private static final int SLOTS = 4;
  private static final int USERS = 8;
  private static final String NO_GAUGE = "no gauge of vLLM, SGLang, TGI or llama.cpp in its answer";

  /** What is sent is not in the engine at once, nor read at once what the engine has done. */
  private static final long TRANSIT_NANOS = Duration.ofMillis(50).toNanos();

  /** A busy machine may be slower than that now and then. */
  private static final double AGREE_LEAST = 0.9;

  @TempDir private Path folder;

  @Test
  void engineAndClientCountTheSameRequests() throws IOException {
    GatlingFork.Ended fork =
        curve()
            .set("llm.server.preset", "np4")
            .set("llm.server.timeScale", 0.3)
            .set("llm.metricsInterval", "100ms")
            .set("llm.closed.concurrency", "[2," + USERS + "]")
            .set("llm.closed.requests", 32)
            .set("llm.maxTokens", 24)
            .run();
    assertThat(fork.exitCode()).as(fork.output()).isZero();
    Run run = fork.logs();
    assertThat(run.remarks()).isEmpty();

    List<RequestRecord> streams = level(run, "c=" + USERS);
    List<EngineReading> readings = during(streams, run.engine());
    assertThat(readings).hasSizeGreaterThan(10);
    long agree = readings.stream().filter(r -> agrees(r, run.requests())).count();
    assertThat(agree / (double) readings.size()).isGreaterThanOrEqualTo(AGREE_LEAST);

    JsonNode level = report().path("levels").path(1);
    assertThat(level.path("name").asText()).isEqualTo("c=" + USERS);
    assertThat(level.path("engine").path("readings").asInt()).isEqualTo(readings.size());
    assertThat(level.path("engine").path("running").path("max").asInt()).isEqualTo(SLOTS);
    // the first one is alone in its prefill: the others get their slots at the next iteration
    assertThat(level.path("engine").path("waiting").path("max").asInt())
        .isBetween(USERS - SLOTS, USERS - 1);
    assertThat(level.path("series").path("engine"))
        .extracting(gauge -> gauge.path("name").asText())
        .containsExactly("running", "waiting");
  }

  @Test
  void addressWithoutMetricsIsRefusedBeforeAnyLoad() {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(ServerOptions.preset("fast"))) {
      GatlingFork.Ended fork =
          curve()
              .set("llm.baseUrl", server.baseUrl())
              .set("llm.metricsUrl", server.baseUrl() + "/elsewhere")
              .run();
      assertThat(fork.exitCode()).isEqualTo(Refusal.COULD_NOT_RUN);
      assertThat(fork.output())
          .contains("gatling-llm: cannot read the engine's metrics at", "found status 404");
      assertThat(server.requests()).as("the preflight's").isEqualTo(1);
    }
  }

  @Test
  void engineThatFallsSilentLeavesGapsAndHoldsNothingUp() throws IOException {
    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    Set<String> keys = ConcurrentHashMap.newKeySet();
    try (Endpoint endpoint =
            Endpoint.start(
                exchange -> {
                  keys.add(String.valueOf(exchange.getRequestHeaders().get("authorization")));
                  if (asked.incrementAndGet() > 3) {
                    awaitQuietly(over);
                  }
                  send(exchange, "vllm:num_requests_running 1\nvllm:kv_cache_usage_perc 0.5\n");
                });
        SimulatedLlmServer server = SimulatedLlmServer.start(slow())) {
      long startNanos = System.nanoTime();
      GatlingFork.Ended fork =
          curve()
              .set("llm.baseUrl", server.baseUrl())
              .set("llm.metricsUrl", endpoint.url("me:hunter2@"))
              .set("llm.metricsInterval", "100ms")
              .set("llm.closed.concurrency", "[2]")
              .set("llm.closed.requests", 100)
              .run();
      Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
      over.countDown();
      assertThat(fork.exitCode()).as(fork.output()).isZero();
      assertThat(level(fork.logs(), "c=2")).hasSize(100).allMatch(r -> r.outcome().whole());
      // the load takes about 6 s, so that one reading at least has run into its limit of 5 s
      assertThat(took).isLessThan(Duration.ofSeconds(45));
      assertThat(fork.logs().engine()).extracting(EngineReading::failure).contains(null, silence());
      assertThat(fork.output()).contains("engine metrics: ", silence());
      assertThat(keys).containsExactly("[Basic bWU6aHVudGVyMg==]");
      assertThat(everythingWritten()).doesNotContain("hunter2").doesNotContain("bWU6aHVudGVyMg");
    }
  }

  @Test
  void withoutPreflightAPageInPlaceOfMetricsIsOneSentenceOfTheReport() throws IOException {
    try (Endpoint endpoint = Endpoint.start(exchange -> send(exchange, "<html>Welcome</html>"));
        SimulatedLlmServer server = SimulatedLlmServer.start(slow())) {
      GatlingFork.Ended fork =
          curve()
              .set("llm.baseUrl", server.baseUrl())
              .set("llm.preflight", false)
              .set("llm.metricsUrl", endpoint.url(""))
              .set("llm.closed.concurrency", "[2]")
              .run();
      assertThat(fork.exitCode()).as(fork.output()).isZero();
      assertThat(report().path("remarks"))
          .singleElement()
          .extracting(JsonNode::asText)
          .asString()
          .startsWith("engine metrics: ")
          .endsWith(
              " failed (" + NO_GAUGE + "): nothing is known of the engine; look at llm.metricsUrl");
      assertThat(report().path("levels").path(0).has("engine")).isFalse();
    }
  }

  private GatlingFork.Launch curve() {
    return GatlingFork.of(CurveSimulation.class, folder)
        .set("llm.label", "it")
        .set("llm.maxTokens", 16)
        .set("llm.warmup.requests", 2)
        .set("llm.open.rates", "[]");
  }

  /** About 0.1 s a request of two users. */
  private static ServerOptions slow() {
    return ServerOptions.preset("fast").withTokenPause(Duration.ofMillis(7));
  }

  private static String silence() {
    return "no whole answer within 5 s";
  }

  private static List<RequestRecord> level(Run run, String name) {
    return run.requests().stream()
        .filter(r -> r.id().level().equals(name) && !r.id().warmUp())
        .toList();
  }

  private static List<EngineReading> during(
      List<RequestRecord> streams, List<EngineReading> readings) {
    long from = streams.stream().mapToLong(r -> r.timings().sentNanos()).min().orElseThrow();
    long to = streams.stream().mapToLong(r -> r.timings().closedNanos()).max().orElseThrow();
    return readings.stream().filter(r -> r.atNanos() >= from && r.atNanos() <= to).toList();
  }

  /** Whether running + waiting is what was in flight at some instant near the reading. */
  private static boolean agrees(EngineReading reading, List<RequestRecord> streams) {
    double told = reading.of(EngineGauge.RUNNING) + reading.of(EngineGauge.WAITING);
    long from = reading.atNanos() - TRANSIT_NANOS;
    long to = reading.atNanos() + TRANSIT_NANOS;
    LongStream changes =
        streams.stream()
            .flatMapToLong(
                r -> LongStream.of(r.timings().sentNanos(), r.timings().closedNanos() + 1))
            .filter(at -> at >= from && at <= to);
    return LongStream.concat(LongStream.of(from, to), changes)
        .anyMatch(at -> inFlight(at, streams) == told);
  }

  private static long inFlight(long atNanos, List<RequestRecord> streams) {
    return streams.stream()
        .filter(r -> r.timings().sentNanos() <= atNanos && r.timings().closedNanos() >= atNanos)
        .count();
  }

  private JsonNode report() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("reports/it/report.json").toFile());
  }

  private String everythingWritten() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), UTF_8));
      }
    }
    return all.toString();
  }

  private static void send(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A metrics endpoint that does what the test says. */
  private record Endpoint(HttpServer server, ExecutorService threads) implements AutoCloseable {
    interface Answer {
      void to(HttpExchange exchange) throws IOException;
    }

    static Endpoint start(Answer answer) throws IOException {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ExecutorService threads = Executors.newCachedThreadPool();
      server.setExecutor(threads);
      server.createContext(
          "/metrics",
          exchange -> {
            try (exchange) {
              answer.to(exchange);
            }
          });
      server.start();
      return new Endpoint(server, threads);
    }

    String url(String user) {
      return "http://" + user + "127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
      threads.shutdownNow();
    }
  }
}
