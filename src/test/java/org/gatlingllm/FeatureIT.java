package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.server.Fault;
import org.gatlingllm.server.FaultScript;
import org.gatlingllm.server.RequestTruth;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Gatling's HTTP DSL round a stream, and the checks on it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeatureIT {
  private final Map<String, String> results = new TreeMap<>();
  private String output;
  private Run run;
  private List<RequestTruth> truth;
  private long tries;

  @BeforeAll
  void run(@TempDir Path folder) throws IOException {
    ServerOptions paced =
        ServerOptions.preset("fast").withTokenPause(Duration.ofMillis(2)).withSeed(7);
    FaultScript refusing = FaultScript.none().on(1, Fault.status(500)).on(2, new Fault.Cut(2));
    FaultScript limited =
        FaultScript.none().on(1, Fault.status(429, 0)).on(2, Fault.status(503, 1));
    HttpServer echo = echo();
    try (SimulatedLlmServer server = SimulatedLlmServer.start(paced);
        SimulatedLlmServer polite = SimulatedLlmServer.start(paced.withFaults(limited));
        SimulatedLlmServer tried = SimulatedLlmServer.start(paced.withFaults(refusing))) {
      GatlingFork.Ended ended =
          GatlingFork.of(FeatureSimulation.class, folder)
              .set("llm.baseUrl", server.baseUrl())
              .set("llm.honourRetryAfter", true)
              .set(FeatureSimulation.TRIES, tried.baseUrl())
              .set(FeatureSimulation.LIMITED, polite.baseUrl())
              .set(FeatureSimulation.ECHO, "http://127.0.0.1:" + echo.getAddress().getPort())
              .run();
      output = ended.output();
      assertThat(ended.exitCode()).as(output).isZero();
      run = ended.logs();
      truth = server.truth();
      tries = tried.requests();
    } finally {
      echo.stop(0);
    }
    output
        .lines()
        .filter(line -> line.startsWith(FeatureSimulation.RESULT))
        .map(line -> line.substring(FeatureSimulation.RESULT.length()).split("=", 2))
        .forEach(result -> results.put(result[0], result[1]));
  }

  @Test
  void checksOfTheHttpRequestAreHonoured() {
    assertThat(results).containsEntry("id", "abc");
    assertThat(of("no such header").outcome()).isEqualTo(Outcome.CHECK);
    assertThat(message("no such header")).isEqualTo("header(x-none).find.exists, found nothing");
    assertThat(of("wrong status").outcome()).isEqualTo(Outcome.CHECK);
    assertThat(message("wrong status")).isEqualTo("status.find.is(201), found 200");
  }

  @Test
  void cookiesAreKeptAndSent() {
    assertThat(results).containsEntry("cookie 1", "none").containsEntry("cookie 2", "sid=42");
  }

  @Test
  void silentRequestIsSentAndInNoLog() {
    assertThat(all("silent")).isEmpty();
    assertThat(run.remarks()).isEmpty();
    assertThat(truth.size())
        .as("with the silent one")
        .isGreaterThan((int) run.requests().stream().filter(FeatureIT::toServer).count());
  }

  @Test
  void requestThatCannotBeBuiltIsLoggedAsGatlingDoesAndTheUserGoesOn() {
    assertThat(all("no such attribute")).isEmpty();
    assertThat(output).contains("Failed to build request no such attribute: ");
    assertThat(output).contains("No attribute named 'nobody' is defined");
    assertThat(of("after build failures").outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void digestAuthenticationIsRefused() {
    assertThat(all("digest")).isEmpty();
    assertThat(output)
        .contains("Failed to build request digest: digest authentication needs a second request");
  }

  @Test
  void whatAStreamCannotHaveIsRefusedInOneSentence() {
    String cannot = "cannot stream request 'refused' with ";
    assertThat(results.get("body check")).startsWith(cannot + "a check on the body: ");
    assertThat(results.get("json check")).startsWith(cannot + "a check on the body: ");
    assertThat(results.get("transformResponse")).startsWith(cannot + "transformResponse: ");
    assertThat(results.get("resources")).startsWith(cannot + "resources: ");
    assertThat(results.get("check of http")).contains("belong to the decorated request");
    assertThat(results.get("no address"))
        .startsWith("cannot build request 'refused': ")
        .contains("***@[127.0.0.1")
        .doesNotContain("hunter22");
    assertThat(results).containsEntry("nothing special", "accepted");
  }

  @Test
  void everyCheckOnAStreamCanHold() {
    assertThat(of("all checks").outcome())
        .as(of("all checks").ending().toString())
        .isEqualTo(Outcome.OK);
    assertThat(Duration.parse(results.get("e2el"))).isPositive();
    assertThat(of("defaults").outcome())
        .as(of("defaults").ending().toString())
        .isEqualTo(Outcome.OK);
    assertThat(results)
        .containsEntry("prompt", "7")
        .containsEntry("tpot", "PT0.003S")
        .containsEntry("reason", "stop");
  }

  @Test
  void failedChecksAreToldInGatlingsWords() {
    assertThat(message("late")).matches("soon, PT[\\d.]+S is not less than PT0.000000001S");
    assertThat(message("few tokens"))
        .isEqualTo("outputTokens.find.greaterThan(1000), 6 is not greater than 1000");
    assertThat(message("other reason")).isEqualTo("finishReason.find.is(stop), found length");
    assertThat(message("other text")).startsWith("content.find.is(nothing of it), found ");
    assertThat(message("no itl")).isEqualTo("itl.find.exists, found nothing");
    assertThat(message("no usage")).isEqualTo("promptTokens.find.exists, found nothing");
    for (String name : List.of("late", "few tokens", "other text", "no itl")) {
      assertThat(of(name).outcome()).as(name).isEqualTo(Outcome.CHECK);
    }
  }

  @Test
  void replyFeedsTheNextTurn() {
    int words = Objects.requireNonNull(results.get("reply")).strip().split("\\s+", -1).length;

    assertThat(of("turn 2").tokens().prompt()).isEqualTo(words + 2);
  }

  @Test
  void refusedRequestComesBackWhenTheServerSaysIfThatIsSet() {
    List<RequestRecord> refused = all("refused twice");

    assertThat(refused).extracting(r -> r.ending().status()).containsExactly(429, 503, 200);
    assertThat(refused.get(2).timings().sentNanos() - refused.get(1).timings().closedNanos())
        .isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
    assertThat(results).containsEntry("failed after refusals", "false");
  }

  @Test
  void triesGoOnUntilOneIsWell() {
    assertThat(all("tried"))
        .extracting(RequestRecord::outcome)
        .containsExactly(Outcome.HTTP_STATUS, Outcome.TRUNCATED, Outcome.OK);
    assertThat(tries).isEqualTo(3);
    assertThat(results).containsEntry("failed after tries", "false");
  }

  @Test
  void failedStreamLeavesABlockAndTheScenario() {
    assertThat(all("fails in block")).hasSize(1);
    assertThat(all("never in block")).isEmpty();
    assertThat(results).containsEntry("failed after block", "true");
    assertThat(all("fails before exit")).hasSize(1);
    assertThat(all("never after exit")).isEmpty();
  }

  private static boolean toServer(RequestRecord request) {
    return request.tokens().prompt() > 0
        && !request.id().request().equals("tried")
        && !request.id().request().equals("refused twice");
  }

  private List<RequestRecord> all(String name) {
    return run.requests().stream().filter(r -> r.id().request().equals(name)).toList();
  }

  private RequestRecord of(String name) {
    assertThat(all(name)).as(name).hasSize(1);
    return all(name).get(0);
  }

  private String message(String name) {
    return Objects.requireNonNull(of(name).ending().message(), name);
  }

  /** Answers one token: the request's cookie. Tells no usage. */
  private static HttpServer echo() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext("/", FeatureIT::echo);
    server.start();
    return server;
  }

  private static void echo(HttpExchange exchange) {
    String cookie = exchange.getRequestHeaders().getFirst("Cookie");
    String body =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
            + Objects.requireNonNullElse(cookie, "none")
            + "\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.getResponseHeaders().set("Set-Cookie", "sid=42; Path=/");
      exchange.getResponseHeaders().set("x-id", "abc");
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
