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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers every request on a port of this machine with the same bytes, at once. A thread a
 * connection and next to no code, so that it costs the process it shares little, the JVM's
 * compilers least of all.
 */
final class ReplayServer implements AutoCloseable {
  private static final String LENGTH = "content-length:";
  private static final int WHOLE_ANSWERS = 7;

  private final byte[] answer;
  private final int piece;
  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private ReplayServer(byte[] answer, int piece, ServerSocket listening) {
    this.answer = answer;
    this.piece = piece;
    this.listening = listening;
  }

  /**
   * Starts it.
   *
   * @param answer head and body
   * @param piece every eighth answer is sent in pieces of so many bytes
   */
  static ReplayServer start(byte[] answer, int piece) {
    try {
      ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
      ReplayServer server = new ReplayServer(answer, piece, listening);
      server.inBackground(server::accept);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on a port of this machine", e);
    }
  }

  String baseUrl() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void inBackground(Runnable task) {
    Thread thread = new Thread(task, "llm-replay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        open.add(socket);
        inBackground(() -> serve(socket));
      }
    } catch (IOException e) {
      return; // closed
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (int n = 0; passRequest(in); n++) {
        write(socket.getOutputStream(), n % (WHOLE_ANSWERS + 1) < WHOLE_ANSWERS);
      }
    } catch (IOException e) {
      return; // the client has left
    } finally {
      open.remove(socket);
    }
  }

  private void write(OutputStream out, boolean whole) throws IOException {
    int length = whole ? answer.length : piece;
    for (int at = 0; at < answer.length; at += length) {
      out.write(answer, at, Math.min(length, answer.length - at));
    }
  }

  /** Reads a request to its end; false when no other came. */
  private static boolean passRequest(InputStream in) throws IOException {
    int length = 0;
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b != '\n') {
        line.append((char) b);
        continue;
      }
      String text = line.toString().strip();
      line.setLength(0);
      if (text.isEmpty()) {
        in.skipNBytes(length);
        return true;
      }
      if (text.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
        length = Integer.parseInt(text.substring(LENGTH.length()).strip());
      }
    }
    return false;
  }

  /** The bytes of one answer of a server, as {@link #start} wants them. */
  static byte[] recorded(int port, String path, String body) {
    String request =
        "POST %s HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\n"
            + "content-length: %d\r\n\r\n%s";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(request.formatted(path, body.length(), body).getBytes(ISO_8859_1));
      String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      return answer.replaceFirst("(?i)connection: close\r\n", "").getBytes(ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot reach a server that was just started", e);
    }
  }
}
