package org.gatlingllm;

import io.gatling.javaapi.core.Simulation;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.metric.Run;

/**
 * A real run of Gatling in a JVM of its own, for tests: Gatling ends its process, keeps its actor
 * system and its event loops static, and reads system properties, so that two runs in one JVM are
 * not the same as one.
 *
 * <pre>{@code
 * GatlingFork.Ended run = GatlingFork.of(SmokeSimulation.class, folder).set("llm.maxTokens", 8).run();
 * }</pre>
 *
 * <p>Its working directory is the folder, so that {@code reports/} goes there too.
 */
final class GatlingFork implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long KILL_WAIT_SECONDS = 10;

  private final Process process;
  private final Path folder;
  private final Duration limit;
  private final List<String> lines = new ArrayList<>();
  private final CountDownLatch outputEnded = new CountDownLatch(1);

  private GatlingFork(Process process, Path folder, Duration limit) {
    this.process = process;
    this.folder = folder;
    this.limit = limit;
    Thread reader = new Thread(this::read, "gatling-fork-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** A run of that simulation, with its results and its working directory in that folder. */
  static Launch of(Class<? extends Simulation> simulation, Path folder) {
    return new Launch(simulation, folder, List.of(), Map.of(), LIMIT);
  }

  /** What is to be started. Immutable: every method returns a new one. */
  record Launch(
      Class<? extends Simulation> simulation,
      Path folder,
      List<String> jvmArguments,
      Map<String, String> environment,
      Duration limit) {

    /** Sets a system property of the run. */
    Launch set(String property, Object value) {
      return jvm("-D" + property + "=" + value);
    }

    /** Adds an argument of its JVM, as in {@code -Xmx256m}. */
    Launch jvm(String argument) {
      List<String> more = new ArrayList<>(jvmArguments);
      more.add(argument);
      return new Launch(simulation, folder, List.copyOf(more), environment, limit);
    }

    /** Sets a variable of its environment. */
    Launch environment(String name, String value) {
      Map<String, String> more = new HashMap<>(environment);
      more.put(name, value);
      return new Launch(simulation, folder, jvmArguments, Map.copyOf(more), limit);
    }

    /** Kills it after so long; a minute unless said. */
    Launch within(Duration longest) {
      return new Launch(simulation, folder, jvmArguments, environment, longest);
    }

    /** Runs it to its end. */
    Ended run() {
      try (GatlingFork fork = start()) {
        return fork.await();
      }
    }

    /** Begins to run it. */
    GatlingFork start() {
      try {
        ProcessBuilder builder =
            new ProcessBuilder(command()).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new GatlingFork(builder.start(), folder, limit);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot start " + simulation.getName(), e);
      }
    }

    private List<String> command() {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
      command.add("-XX:TieredStopAtLevel=1"); // a short run never earns what C2 costs
      command.add("-Xshare:auto");
      command.add("-Dllm.warmup.client=0s"); // no test times so finely; one that does sets it
      command.add("-Dllm.slo=none"); // slo.conf is the user's; one that judges sets its own
      command.addAll(jvmArguments);
      command.add("-cp");
      command.add(System.getProperty("java.class.path").replace("\n", File.pathSeparator));
      command.add("io.gatling.app.Gatling");
      command.addAll(List.of("-s", simulation.getName(), "-rf", results(folder).toString()));
      return command;
    }
  }

  /**
   * A run that has ended.
   *
   * @param exitCode of its process: 0, 1 for a failure, 2 for a failed assertion
   * @param output what it printed
   * @param results folder of its run folders
   */
  record Ended(int exitCode, String output, Path results) {

    /**
     * Gatling's folder of the run.
     *
     * @throws IllegalStateException when there is none
     */
    Path runFolder() {
      return newestIn(results);
    }

    /** What both logs of the run tell. */
    Run logs() {
      return RunReader.read(runFolder());
    }
  }

  /** What Gatling's own log has of a level; nothing where there is no log. */
  static List<Run.GatlingRequest> gatlings(Run run, String level) {
    Run.GatlingLog log = run.gatling();
    return log == null ? List.of() : log.requests().getOrDefault(level, List.of());
  }

  /**
   * Waits for a line of its output.
   *
   * @throws IllegalStateException when the run ends, or its time is up, without one
   */
  String awaitLine(Predicate<String> wanted) {
    long deadline = System.nanoTime() + limit.toNanos();
    synchronized (lines) {
      for (int at = 0; ; at++) {
        while (at == lines.size()) {
          awaitMore(deadline);
        }
        if (wanted.test(lines.get(at))) {
          return lines.get(at);
        }
      }
    }
  }

  private void awaitMore(long deadline) {
    long millis = (deadline - System.nanoTime()) / 1_000_000;
    if (millis <= 0 || outputEnded.getCount() == 0) {
      throw new IllegalStateException("no such line; the run printed:\n" + output());
    }
    try {
      lines.wait(millis);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Waits for its end.
   *
   * @throws IllegalStateException when it does not end in time; it is killed then
   */
  Ended await() {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new IllegalStateException(
            "killed after " + limit.toSeconds() + " s; the run had printed:\n" + output());
      }
      if (!outputEnded.await(KILL_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the run has ended and its output has not");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    return new Ended(process.exitValue(), output(), results(folder));
  }

  /** Its process. */
  Process process() {
    return process;
  }

  /**
   * Gatling's folder of the run while it goes on.
   *
   * @throws IllegalStateException when there is none yet
   */
  Path runFolder() {
    return newestIn(results(folder));
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    if (process.isAlive()) {
      process.destroyForcibly();
      try {
        if (!process.waitFor(KILL_WAIT_SECONDS, TimeUnit.SECONDS)) {
          throw new IllegalStateException("cannot kill process " + process.pid());
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
  }

  private void read() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("(the output broke off: " + e.getMessage() + ")");
    } finally {
      synchronized (lines) {
        outputEnded.countDown();
        lines.notifyAll();
      }
    }
  }

  private void add(String line) {
    synchronized (lines) {
      lines.add(line);
      lines.notifyAll();
    }
  }

  private String output() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  private static Path results(Path folder) {
    return folder.resolve("gatling");
  }

  private static Path newestIn(Path results) {
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .filter(Files::isDirectory)
          .max(Path::compareTo)
          .orElseThrow(() -> new IllegalStateException("no run folder in " + results));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted", e);
  }
}
