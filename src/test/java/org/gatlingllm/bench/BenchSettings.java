package org.gatlingllm.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The settings of the benches, {@code -Dbench.…}: each a system property that the forked processes
 * inherit.
 *
 * <ul>
 *   <li>{@code bench.serverCommand}: starts another server than the simulated one. <code>{port}
 *       {ttft} {itl} {tokens} {truth} {tokenTruth}</code> stand for a free port, times in
 *       milliseconds, the answer's length, and where the truth goes: JSON lines like those of the
 *       simulated server, or two CSV files with the heads {@code request,read_ns,…} and {@code
 *       request,token,ns};
 *   <li>{@code bench.clientPrefix}, {@code bench.serverPrefix}: words before the command of each
 *       client or of the server, to bind it to a core;
 *   <li>{@code bench.jvm}: options of each JVM that runs Gatling;
 *   <li>{@code bench.folder}: where logs go, {@code target/bench} unless said;
 *   <li>the others are told by the bench that reads them.
 * </ul>
 */
final class BenchSettings {
  private static final String ROOT = "bench.";

  private BenchSettings() {}

  static String text(String key, String standard) {
    return System.getProperty(ROOT + key, standard).strip();
  }

  static int count(String key, int standard) {
    String text = text(key, Integer.toString(standard));
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "cannot use -D" + ROOT + key + ": expected a whole number, found '" + text + "'", e);
    }
  }

  static List<Integer> counts(String key, String standard) {
    try {
      return Arrays.stream(text(key, standard).split(",", -1))
          .map(t -> Integer.valueOf(t.strip()))
          .toList();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "cannot use -D" + ROOT + key + ": expected numbers as in 1,32, found another text", e);
    }
  }

  /** The words of a command; none where it is not set. */
  static List<String> words(String key) {
    String text = text(key, "");
    return text.isEmpty() ? List.of() : List.of(text.split("\\s+", -1));
  }

  static Path folder() {
    return Path.of(text("folder", "target/bench")).toAbsolutePath();
  }
}
