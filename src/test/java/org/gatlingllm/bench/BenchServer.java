package org.gatlingllm.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The server of a bench, in a process of its own: the simulated one, or that of {@code
 * bench.serverCommand}.
 */
final class BenchServer implements AutoCloseable {
  private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long LOOK_EACH_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Fork process;
  private final int port;
  private final Path truth;
  private final Path tokenTruth;

  private BenchServer(Fork process, int port, Path truth, Path tokenTruth) {
    this.process = process;
    this.port = port;
    this.truth = truth;
    this.tokenTruth = tokenTruth;
  }

  /**
   * How it answers.
   *
   * @param ttftMillis from a request's arrival to its first token
   * @param itlMillis between tokens
   * @param tokens of an answer that does not ask for another length
   */
  record Timing(double ttftMillis, double itlMillis, int tokens) {}

  /** Starts the server and waits until it takes connections. */
  static BenchServer start(Timing timing, Path folder) {
    Path truth = folder.resolve("truth");
    Path tokenTruth = folder.resolve("truth-tokens");
    int port = freePort();
    List<String> command = new ArrayList<>(BenchSettings.words("serverPrefix"));
    List<String> own = BenchSettings.words("serverCommand");
    if (own.isEmpty()) {
      command = simulated(command, timing, port, truth);
    } else {
      for (String word : own) {
        command.add(filled(word, timing, port, truth, tokenTruth));
      }
    }
    BenchServer server = new BenchServer(Fork.start(command, folder), port, truth, tokenTruth);
    server.awaitPort();
    return server;
  }

  int port() {
    return port;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Ends the server, which completes its log, and reads that. */
  Truth stop() {
    process.terminate();
    return Truth.read(truth, tokenTruth);
  }

  @Override
  public void close() {
    process.close();
  }

  private static List<String> simulated(List<String> prefix, Timing timing, int port, Path truth) {
    List<String> arguments = new ArrayList<>(List.of("org.gatlingllm.Server"));
    arguments.addAll(List.of("--port", "" + port, "--truth", truth.toString()));
    arguments.addAll(List.of("--default-max-tokens", "" + timing.tokens));
    arguments.addAll(
        timing.ttftMillis + timing.itlMillis == 0
            ? List.of("--preset", "fast")
            : List.of("--clock", "" + timing.ttftMillis, "" + timing.itlMillis));
    return Fork.java(prefix, List.of(), arguments);
  }

  private static String filled(String word, Timing timing, int port, Path truth, Path tokenTruth) {
    return word.replace("{port}", "" + port)
        .replace("{ttft}", String.format(Locale.ROOT, "%.3f", timing.ttftMillis))
        .replace("{itl}", String.format(Locale.ROOT, "%.3f", timing.itlMillis))
        .replace("{tokens}", "" + timing.tokens)
        .replace("{truth}", truth.toString())
        .replace("{tokenTruth}", tokenTruth.toString());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot find a free port", e);
    }
  }

  private void awaitPort() {
    long deadline = System.nanoTime() + START_LIMIT_NANOS;
    while (!answers()) {
      if (System.nanoTime() > deadline) {
        close();
        throw new IllegalStateException(
            "the server of the bench did not start:\n" + process.said());
      }
      LockSupport.parkNanos(LOOK_EACH_NANOS);
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
