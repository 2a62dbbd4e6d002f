package org.gatlingllm.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A client for the server's tests that sees bytes, reads, and how a connection ends. */
final class RawHttp implements AutoCloseable {

  static final String CHAT = "/v1/chat/completions";

  enum End {
    CLOSED,
    RESET,
    SILENT
  }

  /** What came until the end, read by read. */
  record Heard(List<String> reads, End end, long firstByteNanos) {

    String text() {
      return String.join("", reads);
    }

    String head() {
      return text().substring(0, text().indexOf("\r\n\r\n"));
    }

    /** The body with its chunks put together, as far as they came. */
    String body() {
      String rest = text().substring(text().indexOf("\r\n\r\n") + 4);
      return head().contains("transfer-encoding: chunked") ? unchunked(rest) : rest;
    }

    boolean properEnd() {
      return text().endsWith("\r\n0\r\n\r\n");
    }

    // Each char is one byte here.
    private static String unchunked(String chunks) {
      StringBuilder body = new StringBuilder();
      int at = 0;
      while (at < chunks.length()) {
        int line = chunks.indexOf("\r\n", at);
        int size = Integer.parseInt(chunks.substring(at, line), 16);
        body.append(chunks, line + 2, Math.min(line + 2 + size, chunks.length()));
        at = line + 4 + size;
      }
      return new String(
          body.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
  }

  private final Socket socket;

  RawHttp(int port) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
  }

  void post(String path, String body, String... headers) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nhost: localhost\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    head.append("content-length: ").append(bytes.length).append("\r\n\r\n");
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write(head.toString().getBytes(StandardCharsets.US_ASCII));
    request.write(bytes);
    socket.getOutputStream().write(request.toByteArray());
  }

  /** Reads until the connection ends, or nothing came for so long. */
  Heard hear(int silenceMillis) throws IOException {
    List<String> reads = new ArrayList<>();
    long firstByteNanos = 0;
    byte[] buffer = new byte[1 << 16];
    socket.setSoTimeout(silenceMillis);
    InputStream in = socket.getInputStream();
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        firstByteNanos = reads.isEmpty() ? System.nanoTime() : firstByteNanos;
        reads.add(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
      }
      return new Heard(reads, End.CLOSED, firstByteNanos);
    } catch (SocketTimeoutException e) {
      return new Heard(reads, End.SILENT, firstByteNanos);
    } catch (SocketException e) {
      return new Heard(reads, End.RESET, firstByteNanos);
    }
  }

  /** Posts to a server on a connection of its own, and hears all of the answer. */
  static Heard ask(SimulatedLlmServer server, String path, String body, String... headers)
      throws IOException {
    try (RawHttp http = new RawHttp(server.port())) {
      String[] all = Arrays.copyOf(headers, headers.length + 1);
      all[headers.length] = "connection: close";
      http.post(path, body, all);
      return http.hear(5_000);
    }
  }

  /** A chat request with a prompt of four tokens. */
  static String chat(int maxTokens, boolean stream) {
    return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"one two three four\"}],"
        + "\"max_tokens\":"
        + maxTokens
        + ",\"stream\":"
        + stream
        + ",\"stream_options\":{\"include_usage\":true}}";
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
