package org.gatlingllm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gatlingllm.server.RawHttp.CHAT;
import static org.gatlingllm.server.RawHttp.chat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.gatlingllm.server.ServerOptions.HeadersPolicy;
import org.gatlingllm.server.ServerOptions.OpeningPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class SimulatedLlmServerTest {

  private static final String CLOSE = "connection: close";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ServerOptions FAST = ServerOptions.preset("fast");

  @Test
  void tokensGoOutWhenTheModelSaysAndTheTruthSaysWhenTheyDid() throws IOException {
    ServiceModel clock = ServiceModel.clock(50_000, 2_000);
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withServiceModel(clock))) {
      long sentNanos = System.nanoTime();
      RawHttp.Heard heard = RawHttp.ask(server, CHAT, chat(200, true));
      RequestTruth truth = server.truth().get(0);

      assertThat(truth.receivedNanos()).isGreaterThan(sentNanos);
      assertThat(truth.sentTokens()).isEqualTo(200);
      assertThat(truth.complete()).isTrue();
      // The head comes with the slot; the client cannot hear it before it was sent.
      assertThat(heard.firstByteNanos()).isGreaterThan(truth.headersNanos().getAsLong());
      long earliestLateness = Long.MAX_VALUE;
      for (int i = 0; i < 200; i++) {
        long due = truth.receivedNanos() + 50_000_000L + i * 2_000_000L;
        assertThat(truth.sentNanos(i)).as("token %d is not early", i).isGreaterThanOrEqualTo(due);
        earliestLateness =
            i < 100 ? earliestLateness : Math.min(earliestLateness, truth.sentNanos(i) - due);
      }
      // Timers that counted from the last token would be some 0.1 ms later with each: 10 ms here.
      assertThat(earliestLateness).as("no drift").isLessThan(5_000_000);
    }
  }

  @Test
  void queuedRequestHearsNothingBeforeItsSlot() throws IOException {
    ServiceModel slow = ServiceModel.preset("np1").withTimeScale(0.5);
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withServiceModel(slow));
        RawHttp first = new RawHttp(server.port());
        RawHttp second = new RawHttp(server.port())) {
      first.post(CHAT, chat(20, true), CLOSE);
      awaitRequests(server, 1);
      second.post(CHAT, chat(20, true), CLOSE);
      RawHttp.Heard heard = second.hear(5_000);
      assertThat(first.hear(5_000).properEnd()).isTrue();
      List<RequestTruth> truth = server.truth();

      // 4 prompt tokens and 20 output tokens: half of 5.8 ms + 19 × 18.5 ms
      assertThat(truth.get(1).queuedNanos().getAsLong()).isGreaterThan(150_000_000);
      assertThat(heard.firstByteNanos()).isGreaterThan(truth.get(1).slotNanos().getAsLong());
      assertThat(truth.get(0).queuedNanos()).hasValue(0);
    }
  }

  @Test
  void metricsTellWhoRunsAndWhoWaits() throws IOException {
    ServiceModel slow = ServiceModel.preset("np4").withTimeScale(10);
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withServiceModel(slow))) {
      assertThat(metrics(server)).isEqualTo(List.of(0, 0));
      List<RawHttp> users = new ArrayList<>();
      for (int i = 0; i < 7; i++) {
        RawHttp user = new RawHttp(server.port());
        users.add(user);
        user.post(CHAT, chat(20, true), CLOSE);
      }
      await(() -> metrics(server).equals(List.of(4, 3)));
      for (RawHttp user : users) {
        user.close();
      }
      // those that have a slot leave it at the end of the running iteration
      await(() -> metrics(server).equals(List.of(0, 0)));
    }
  }

  @Test
  void metricsOfRequestsThatDoNotTouchAreThoseUnderWay() throws IOException {
    ServiceModel clock = ServiceModel.clock(5_000_000, 1_000);
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withServiceModel(clock));
        RawHttp user = new RawHttp(server.port())) {
      user.post(CHAT, chat(20, true), CLOSE);
      await(() -> metrics(server).equals(List.of(1, 0)));
    }
  }

  @Test
  void metricsWantTheKeyThatGenerationsWant() throws Exception {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withApiKey("secret"))) {
      HttpRequest.Builder get = HttpRequest.newBuilder(URI.create(server.baseUrl() + "/metrics"));
      assertThat(answer(get).statusCode()).isEqualTo(401);
      assertThat(answer(get.header("authorization", "Bearer secret")).body())
          .startsWith("# HELP llamacpp:requests_processing ");
    }
  }

  @Test
  void headersAndOpeningFollowTheirPolicies() throws IOException {
    ServiceModel clock = ServiceModel.clock(100_000, 1_000);
    ServerOptions early =
        FAST.withServiceModel(clock)
            .withHeaders(HeadersPolicy.AT_ONCE)
            .withOpening(OpeningPolicy.WITH_HEADERS);
    ServerOptions late = FAST.withServiceModel(clock).withHeaders(HeadersPolicy.WITH_FIRST_TOKEN);
    try (SimulatedLlmServer atOnce = SimulatedLlmServer.start(early);
        SimulatedLlmServer withToken = SimulatedLlmServer.start(late)) {
      assertThat(RawHttp.ask(atOnce, CHAT, chat(2, true)).reads().get(0))
          .contains("HTTP/1.1 200 OK", "\"role\":\"assistant\"")
          .doesNotContain("{\"content\":");
      assertThat(RawHttp.ask(withToken, CHAT, chat(2, true)).reads().get(0))
          .contains("HTTP/1.1 200 OK", "\"role\":\"assistant\"", "{\"content\":");
    }
  }

  @Test
  void connectionIsKeptAndCountedAndClosedAtItsLimit() throws IOException {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withKeepAliveRequests(2));
        RawHttp http = new RawHttp(server.port())) {
      http.post(CHAT, chat(2, true));
      http.post(CHAT, chat(2, true)); // sent before the first is answered
      http.post(CHAT, chat(2, true)); // one too many for this connection
      RawHttp.Heard heard = http.hear(5_000);

      assertThat(heard.text().split("HTTP/1.1 200 OK", -1)).hasSize(3);
      assertThat(heard.text().split("connection: close", -1)).hasSize(2);
      assertThat(server.truth())
          .hasSize(2)
          .extracting(RequestTruth::connection)
          .containsOnly(server.truth().get(0).connection());
    }
  }

  @Test
  void standardClientReusesItsConnection() throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST)) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server.baseUrl() + CHAT))
              .POST(HttpRequest.BodyPublishers.ofString(chat(5, true)))
              .build();
      for (int i = 0; i < 3; i++) {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.body()).endsWith("data: [DONE]\n\n");
      }

      assertThat(server.truth()).extracting(RequestTruth::ordinal).containsExactly(1L, 2L, 3L);
      assertThat(server.truth()).extracting(RequestTruth::connection).containsOnly(1L);
    }
  }

  @Test
  void fullQueueIsRefusedWithTheTimeToComeBack() throws IOException {
    ServerOptions options = ServerOptions.preset("np1").withMaxQueue(1, 7);
    try (SimulatedLlmServer server = SimulatedLlmServer.start(options);
        RawHttp running = new RawHttp(server.port());
        RawHttp waiting = new RawHttp(server.port())) {
      running.post(CHAT, chat(500, true));
      waiting.post(CHAT, chat(500, true));
      awaitRequests(server, 2);

      assertThat(RawHttp.ask(server, CHAT, chat(1, true)).text())
          .startsWith("HTTP/1.1 429 ")
          .contains("retry-after: 7", "\"code\":\"rate_limit_exceeded\"");
    }
  }

  @Test
  void clientThatLeavesFreesItsSlot() throws IOException {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(ServerOptions.preset("np1"))) {
      try (RawHttp leaving = new RawHttp(server.port())) {
        leaving.post(CHAT, chat(10_000, true));
        awaitRequests(server, 1);
      }

      assertThat(RawHttp.ask(server, CHAT, chat(1, true)).properEnd()).isTrue();
      assertThat(server.truth().get(0).leftByClient()).isTrue();
      assertThat(server.truth().get(0).complete()).isFalse();
    }
  }

  @Test
  void truthFileHasALineARequestAndThoseStillOpen(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("deep/truth.jsonl");
    ServerOptions options =
        FAST.withTruthFile(file).withFaults(FaultScript.none().on(2, Fault.stall(1)));
    try (SimulatedLlmServer server = SimulatedLlmServer.start(options);
        RawHttp stalled = new RawHttp(server.port())) {
      RawHttp.ask(server, CHAT, chat(3, true));
      stalled.post(CHAT, chat(3, true));
      stalled.hear(100);
    }
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    JsonNode done = Json.read(lines.get(1).getBytes(StandardCharsets.UTF_8));
    JsonNode open = Json.read(lines.get(2).getBytes(StandardCharsets.UTF_8));

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("\"schema_version\":1", "\"nano_time\":");
    assertThat(done.path("sent_ns")).hasSize(3);
    assertThat(done.path("complete").asBoolean()).isTrue();
    assertThat(open.path("sent_ns")).hasSize(1);
    assertThat(open.path("fault").asText()).isEqualTo("stall");
    assertThat(open.path("complete").asBoolean()).isFalse();
  }

  @Test
  void takenPortIsToldInOneSentence() {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST)) {
      assertThatThrownBy(() -> SimulatedLlmServer.start(FAST.withPort(server.port())))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
    }
  }

  @Test
  void closedServerLeavesNoThread() {
    SimulatedLlmServer.start(FAST).close();

    // A loop's thread still has a few instructions to go when its end is told.
    await(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("llm-server-")));
  }

  /** Requests that run, requests that wait. */
  private static List<Integer> metrics(SimulatedLlmServer server) {
    return answer(HttpRequest.newBuilder(URI.create(server.baseUrl() + "/metrics")))
        .body()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> Integer.parseInt(line.substring(line.indexOf(' ') + 1)))
        .toList();
  }

  private static HttpResponse<String> answer(HttpRequest.Builder request) {
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitRequests(SimulatedLlmServer server, int requests) {
    await(
        () ->
            server.truth().size() >= requests
                && server.truth().get(requests - 1).outputTokens() > 0);
  }

  private static void await(BooleanSupplier condition) {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited for 10 s").isLessThan(deadlineNanos);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
