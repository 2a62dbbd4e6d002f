package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What settings add to a request reaches the server, with the preflight and with each prompt. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestSettingsIT {
  private static final String SECRET = "value-that-nobody-may-see";
  private static final int REQUESTS = 12;
  private static final byte[] ANSWER =
      """
      data: {"choices":[{"delta":{"content":"a"}}]}

      data: [DONE]

      """
          .getBytes(StandardCharsets.UTF_8);

  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
  private HttpServer server;
  private GatlingFork.Ended ended;
  private Path folder;

  private record Asked(String header, JsonNode body) {
    int words() {
      return body.path("messages").path(1).path("content").asText().split(" ").length;
    }
  }

  @BeforeAll
  void run(@TempDir Path temporary) throws IOException {
    folder = temporary;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    ended =
        GatlingFork.of(CurveSimulation.class, folder)
            .set("llm.baseUrl", "http://127.0.0.1:" + server.getAddress().getPort())
            .set("llm.headers.X-Key", SECRET)
            .set("llm.extraBody.top_p", "0.9")
            .set("llm.extraBody.stream_options", "null")
            .set("llm.temperature", "0.2")
            .set("llm.rangeRatio", "0.5")
            .set("llm.prompt.system", "Be brief.")
            .set("llm.closed.concurrency", "[2]")
            .set("llm.closed.requests", REQUESTS)
            .set("llm.open.rates", "[]")
            .set("llm.warmup.requests", "0")
            .set("llm.slo", "none")
            .run();
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }

  @AfterAll
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode body = new ObjectMapper().readTree(exchange.getRequestBody());
      asked.add(new Asked(exchange.getRequestHeaders().getFirst("X-Key"), body));
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, ANSWER.length);
      exchange.getResponseBody().write(ANSWER);
    }
  }

  @Test
  void headersAndFieldsAreSentWithEveryRequest() {
    assertThat(asked)
        .hasSize(1 + REQUESTS) // the preflight first
        .allSatisfy(
            request -> {
              assertThat(request.header()).isEqualTo(SECRET);
              assertThat(request.body().path("temperature").asDouble()).isEqualTo(0.2);
              assertThat(request.body().path("top_p").asDouble()).isEqualTo(0.9);
              assertThat(request.body().has("stream_options")).isFalse();
            });
  }

  @Test
  void lengthsVaryWithinTheRange() {
    List<Asked> prompts = asked.stream().skip(1).toList();
    assertThat(prompts).allSatisfy(p -> assertThat(p.words()).isBetween(50, 150));
    assertThat(prompts.stream().map(Asked::words).distinct()).hasSizeGreaterThan(REQUESTS / 2);
    assertThat(prompts)
        .allSatisfy(p -> assertThat(p.body().path("max_tokens").asInt()).isBetween(32, 96));
    assertThat(prompts.stream().map(p -> p.body().path("max_tokens").asInt()).distinct())
        .hasSizeGreaterThan(REQUESTS / 2);
  }

  @Test
  void valueOfAHeaderIsInNoFileAndOnNoConsole() throws IOException {
    assertThat(ended.output()).doesNotContain(SECRET);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(SECRET);
      }
    }
  }
}
