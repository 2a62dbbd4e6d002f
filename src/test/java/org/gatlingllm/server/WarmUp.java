package org.gatlingllm.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Loads the classes that a request needs, and lets the JVM compile the hottest: cold, the first
 * request's tokens are a tenth of a second late. It asks another server, so that nothing of it is
 * counted or recorded; once in the life of a JVM, since classes are loaded once.
 */
final class WarmUp {

  private static final int ROUNDS = 10;
  private static final AtomicBoolean STARTED = new AtomicBoolean();

  private WarmUp() {}

  static void once() {
    if (STARTED.compareAndSet(false, true)) {
      ServiceModel shortSteps = ServiceModel.clock(100, 100);
      ServerOptions options =
          ServerOptions.preset("fast").withServiceModel(shortSteps).withKeepTruth(false);
      try (SimulatedLlmServer server = new SimulatedLlmServer(options)) {
        for (int round = 0; round < ROUNDS; round++) {
          for (Protocol protocol : Protocol.values()) {
            ask(server.port(), protocol, request(round % 5 != 0));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot reach a server that was just started", e);
      }
    }
  }

  private static String request(boolean stream) {
    return "{\"model\":\"m\",\"max_tokens\":20,\"input\":\"a\",\"prompt\":\"a\",\"stream\":"
        + stream
        + ",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}";
  }

  private static void ask(int port, Protocol protocol, String body) throws IOException {
    String request =
        "POST "
            + protocol.path()
            + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getInputStream().readAllBytes();
    }
  }
}
