package org.gatlingllm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.gatlingllm.RawServer.write;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * A server that means harm: each connection gets the attack that its first request names in the
 * header {@code x-attack}. What is left of the request stays unread.
 */
final class HostileServer implements AutoCloseable {
  /** Header that names the attack. */
  static final String HEADER = "x-attack";

  /** Empty events before the only token. */
  static final int EMPTY_EVENTS = 1_000_000;

  private static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n";
  private static final String TOKEN =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}]}\n\n";
  private static final int BOMB_MIB = 300;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final RawServer server = new RawServer(this::serve);

  /** What is done to a client. */
  enum Attack {
    ENDLESS_STATUS_LINE,
    ENDLESS_HEADERS,
    ENDLESS_LINE,
    ENDLESS_COMMENTS,
    ENDLESS_TOKENS,
    GZIP_BOMB,
    EMPTY_EVENTS,
    BINARY_BODY,
    NO_HTTP,
    EARLY_HINTS,
    A_BYTE_NOW_AND_THEN
  }

  String baseUrl() {
    return server.baseUrl();
  }

  private void serve(InputStream in, OutputStream out) throws IOException, InterruptedException {
    attack(Attack.valueOf(RawServer.head(in).getOrDefault(HEADER, Attack.NO_HTTP.name())), out);
  }

  private void attack(Attack attack, OutputStream out) throws IOException, InterruptedException {
    switch (attack) {
      case ENDLESS_STATUS_LINE -> endless("HTTP/1.1 200 ", "very ", out);
      case ENDLESS_HEADERS -> endless("HTTP/1.1 200 OK\r\n", "x-more: and more\r\n", out);
      case ENDLESS_LINE -> endless(HEAD + "\r\ndata: {\"choices\":[{\"delta\":\"", "blah", out);
      case ENDLESS_COMMENTS -> endless(HEAD + "\r\n", ": still here\n\n", out);
      case ENDLESS_TOKENS -> endless(HEAD + "\r\n", TOKEN, out);
      case GZIP_BOMB -> {
        write(HEAD + "content-encoding: gzip\r\n\r\n", out);
        out.write(bomb());
      }
      case EMPTY_EVENTS -> {
        write(HEAD + "\r\n" + "data:\n\n".repeat(EMPTY_EVENTS) + TOKEN, out);
        write("data: [DONE]\n\n", out);
      }
      case BINARY_BODY -> {
        write(HEAD + "\r\n", out);
        out.write(noise());
      }
      case NO_HTTP -> out.write(noise());
      case EARLY_HINTS -> {
        write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", out);
        closed.await(20, TimeUnit.MILLISECONDS); // a read of its own
        write(HEAD + "\r\n" + TOKEN + "data: [DONE]\n\n", out);
      }
      case A_BYTE_NOW_AND_THEN -> {
        write(HEAD + "\r\n", out);
        while (!closed.await(50, TimeUnit.MILLISECONDS)) {
          write(":", out);
        }
      }
    }
  }

  /** Until the client closes the connection: the write fails then. */
  private static void endless(String beginning, String more, OutputStream out) throws IOException {
    write(beginning, out);
    byte[] piece = more.repeat(1000).getBytes(US_ASCII);
    while (true) {
      out.write(piece);
    }
  }

  private static byte[] bomb() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] mebibyte = new byte[1 << 20];
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < BOMB_MIB; i++) {
        gzip.write(mebibyte);
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] noise() {
    byte[] bytes = new byte[1 << 20];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  @Override
  public void close() {
    closed.countDown();
    server.close();
  }
}
