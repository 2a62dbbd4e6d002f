package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Loads the classes that the first request needs, so that its tokens are not a tenth of a second
 * late. Nothing of it is counted or recorded.
 */
final class WarmUp {

  private static final int ROUNDS = 20;
  private static final String REQUEST =
      "{\"model\":\"m\",\"stream\":true,\"max_tokens\":4,\"input\":\"a\",\"prompt\":\"a\","
          + "\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}";

  private WarmUp() {}

  static void run(int port) {
    for (int round = 0; round < ROUNDS; round++) {
      for (Protocol protocol : Protocol.values()) {
        encode(protocol);
      }
    }
    try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
      String get = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
      socket.getOutputStream().write(get.getBytes(StandardCharsets.US_ASCII));
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot reach the server that was just started", e);
    }
  }

  private static void encode(Protocol protocol) {
    byte[] body = REQUEST.getBytes(StandardCharsets.UTF_8);
    GenerationRequest request = GenerationRequest.read(protocol, body);
    Encoder encoder =
        protocol.encoder(new Generation(request, "0", 0, OutputText.seeded(1), 4, false));
    ByteBuf out = Unpooled.buffer();
    encoder.open(0, out);
    encoder.token(0, out);
    encoder.token(1, out);
    encoder.close(0, out);
    Json.bytes(encoder.whole(0));
  }
}
