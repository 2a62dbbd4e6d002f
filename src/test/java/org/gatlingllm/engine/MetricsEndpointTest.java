package org.gatlingllm.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class MetricsEndpointTest {
  /** More than a busy machine needs; those who wait for it to pass have a short one. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final String GAUGES = "tgi_queue_size 6\ntgi_batch_current_size 9\n";

  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Optional<String>> authorizations = new CopyOnWriteArrayList<>();
  private HttpServer server;

  /** Answers a request, and may take its time. */
  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void gaugesAreReadWithTheInstantOfTheAnswer() {
    answering(exchange -> send(exchange, 200, GAUGES));
    long before = System.nanoTime();
    EngineReading reading = endpoint().read();
    assertThat(reading.failure()).isNull();
    assertThat(reading.values())
        .isEqualTo(Map.of(EngineGauge.WAITING, 6.0, EngineGauge.RUNNING, 9.0));
    assertThat(reading.atNanos()).isBetween(before, System.nanoTime());
  }

  @Test
  void oneEndpointIsReadManyTimes() {
    answering(exchange -> send(exchange, 200, GAUGES));
    MetricsEndpoint endpoint = endpoint();
    for (int i = 0; i < 50; i++) {
      assertThat(endpoint.read().failure()).isNull();
    }
  }

  @Test
  void credentialsAreSentWhereTheyAreGivenAndOnlyThere() {
    answering(
        exchange -> {
          authorizations.add(
              Optional.ofNullable(exchange.getRequestHeaders().getFirst("authorization")));
          send(exchange, 200, GAUGES);
        });
    endpoint().read();
    new MetricsEndpoint(address(), Optional.of("Bearer k"), LIMIT).read();
    assertThat(authorizations).containsExactly(Optional.empty(), Optional.of("Bearer k"));
  }

  @Test
  void statusThatIsNoSuccessIsTold() {
    answering(exchange -> send(exchange, 404, "no tgi_queue_size 6 here"));
    assertThat(failure()).isEqualTo("status 404");
  }

  @Test
  void redirectIsNotFollowedSinceItCouldTakeTheKeyElsewhere() {
    answering(
        exchange -> {
          exchange.getResponseHeaders().set("location", "/elsewhere");
          send(exchange, 307, "");
        });
    assertThat(failure()).isEqualTo("status 307");
  }

  @Test
  void pageInPlaceOfMetricsIsTold() {
    answering(exchange -> send(exchange, 200, "<html><body>Welcome</body></html>"));
    assertThat(failure()).isEqualTo("no gauge of vLLM, SGLang, TGI or llama.cpp in its answer");
  }

  @Test
  void silenceIsTold() {
    answering(exchange -> awaitTheEnd());
    assertThat(failure(SHORT)).isEqualTo("no whole answer within 1 s");
  }

  @Test
  void answerThatNeverEndsIsTold() {
    answering(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(GAUGES.getBytes(UTF_8));
          exchange.getResponseBody().flush();
          awaitTheEnd();
        });
    assertThat(failure(SHORT)).isEqualTo("no whole answer within 1 s");
  }

  @Test
  void endlessAnswerIsCutOffAtItsBound() {
    answering(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] piece = "tgi_queue_size 6\n".repeat(4_000).getBytes(UTF_8);
          OutputStream body = exchange.getResponseBody();
          for (int sent = 0; sent < 40 * CappedBody.MOST_BYTES; sent += piece.length) {
            body.write(piece);
          }
        });
    assertThat(failure()).isEqualTo("an answer of more than 4 MiB");
  }

  @Test
  void brokenOffAnswerIsTold() {
    answering(
        exchange -> {
          exchange.sendResponseHeaders(200, 1_000);
          exchange.getResponseBody().write(GAUGES.getBytes(UTF_8));
          exchange.getResponseBody().flush();
          exchange.close();
        });
    assertThat(failure()).isEqualTo("a connection that broke");
  }

  @Test
  void nobodyThereIsTold() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    URI nobody = URI.create("http://127.0.0.1:" + port + "/metrics");
    assertThat(new MetricsEndpoint(nobody, Optional.empty(), LIMIT).read().failure())
        .isEqualTo("no connection");
  }

  @Test
  void serverWithoutTlsIsTold() throws IOException {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      threads.execute(() -> refuse(plain));
      URI address = URI.create("https://127.0.0.1:" + plain.getLocalPort() + "/metrics");
      assertThat(new MetricsEndpoint(address, Optional.empty(), LIMIT).read().failure())
          .isEqualTo("no TLS");
    }
  }

  private static void refuse(ServerSocket plain) {
    try (Socket socket = plain.accept()) {
      socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      return; // the client has left
    }
  }

  private String failure() {
    return failure(LIMIT);
  }

  private String failure(Duration limit) {
    EngineReading reading = new MetricsEndpoint(address(), Optional.empty(), limit).read();
    assertThat(reading.values()).isEmpty();
    return String.valueOf(reading.failure());
  }

  private MetricsEndpoint endpoint() {
    return new MetricsEndpoint(address(), Optional.empty(), LIMIT);
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
  }

  private void answering(Answer answer) {
    server.createContext(
        "/metrics",
        exchange -> {
          try (exchange) {
            answer.to(exchange);
          }
        });
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void awaitTheEnd() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
