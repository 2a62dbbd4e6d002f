package org.gatlingllm.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A process of a bench, with what it prints. Killed when it is closed. */
final class Fork implements AutoCloseable {
  private static final int KILL_SECONDS = 10;

  private final Process process;
  private final BufferedReader out;
  private final List<String> lines = new ArrayList<>();

  private Fork(Process process) {
    this.process = process;
    this.out = process.inputReader(UTF_8);
  }

  /** Starts a command in a folder, which is made where it is missing. */
  static Fork start(List<String> command, Path folder) {
    try {
      Files.createDirectories(folder);
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      return new Fork(process);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + String.join(" ", command), e);
    }
  }

  /**
   * The command that runs a class on this class path in a JVM of its own. It inherits {@code
   * bench.*} and {@code llm.*}.
   *
   * @param prefix words before it
   * @param options of the JVM
   * @param mainAndArguments what it runs
   */
  static List<String> java(
      List<String> prefix, List<String> options, List<String> mainAndArguments) {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    inherited().forEach((key, value) -> command.add("-D" + key + "=" + value));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath()));
    command.addAll(mainAndArguments);
    return command;
  }

  /** The next line that begins so, without that beginning. */
  String awaitLine(String beginning) {
    try {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        if (line.startsWith(beginning)) {
          return line.substring(beginning.length());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException(
        "a process of the bench ended without a line '" + beginning + "'; it said:\n" + said());
  }

  /** Waits for its end and returns all lines that begin so, without that beginning. */
  List<String> awaitEnd(String beginning) {
    return awaitEnd(beginning, line -> {});
  }

  /**
   * Waits for its end.
   *
   * @param seen gets each line that begins so, without that beginning, when it comes
   */
  List<String> awaitEnd(String beginning, Consumer<String> seen) {
    try {
      out.lines()
          .peek(lines::add)
          .filter(l -> l.startsWith(beginning))
          .forEach(l -> seen.accept(l.substring(beginning.length())));
      int code = process.waitFor();
      if (code != 0) {
        throw new IllegalStateException(
            "a process of the bench ended with " + code + ":\n" + said());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return lines.stream()
        .filter(l -> l.startsWith(beginning))
        .map(l -> l.substring(beginning.length()))
        .toList();
  }

  String said() {
    return String.join("\n", lines);
  }

  /** Asks it to end, which lets it write what it keeps, and waits. */
  void terminate() {
    // not Process.destroy, which closes the output that is still to be read
    if (!process.toHandle().destroy()) {
      throw new IllegalStateException("cannot ask process " + process.pid() + " to end");
    }
    out.lines().forEach(lines::add);
    close();
  }

  @Override
  public void close() {
    try {
      if (!process.waitFor(0, TimeUnit.SECONDS)) {
        process.destroy();
        if (!process.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  private static Map<String, String> inherited() {
    return System.getProperties().stringPropertyNames().stream()
        .filter(key -> key.startsWith("bench.") || key.startsWith("llm."))
        .collect(
            Collectors.toMap(k -> k, k -> System.getProperty(k, ""), (a, b) -> a, TreeMap::new));
  }

  /** Under {@code exec:java} the class path is the class loader's, not the JVM's. */
  private static String classPath() {
    if (Fork.class.getClassLoader() instanceof URLClassLoader loader) {
      return Arrays.stream(loader.getURLs())
          .map(Fork::path)
          .collect(Collectors.joining(File.pathSeparator));
    }
    return System.getProperty("java.class.path", "");
  }

  private static String path(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("cannot use class path entry " + url, e);
    }
  }
}
