package org.gatlingllm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A server of bytes, for answers that no HTTP server would give. One answer a connection, on a
 * thread of its own; it is closed after it.
 */
final class RawServer implements AutoCloseable {
  private final ServerSocket listening;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Answer answer;

  /** Reads from a connection and writes to it; ends when the client does. */
  interface Answer {
    void give(InputStream in, OutputStream out) throws IOException, InterruptedException;
  }

  RawServer(Answer answer) {
    this.answer = answer;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  String baseUrl() {
    return "http://127.0.0.1:" + port();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        threads.execute(() -> serve(socket));
      }
    } catch (IOException e) {
      return; // the server was closed
    }
  }

  private void serve(Socket socket) {
    try (socket;
        InputStream in = new BufferedInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream()) {
      answer.give(in, out);
    } catch (IOException | InterruptedException e) {
      return; // the client has had enough
    }
  }

  /**
   * Reads the head of a request: its headers by their names in lower case, its first line by "".
   */
  static Map<String, String> head(InputStream in) throws IOException {
    Map<String, String> head = new TreeMap<>();
    head.put("", line(in));
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String[] header = line.split(": *", 2);
      head.put(header[0].toLowerCase(Locale.ROOT), header.length < 2 ? "" : header[1]);
    }
    return head;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString().stripTrailing();
  }

  /** Writes a text as it is, at once. */
  static void write(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }
}
