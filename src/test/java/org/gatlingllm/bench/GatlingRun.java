package org.gatlingllm.bench;

import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gatlingllm.bench.Meter.Cost;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;

/**
 * A finished run of Gatling in a JVM of its own.
 *
 * @param run what its logs tell
 */
record GatlingRun(Run run) {
  /** What Gatling's Maven plugin gives its JVM, as far as it matters for speed. */
  private static final List<String> OPTIONS_OF_THE_PLUGIN =
      List.of("-XX:MaxInlineLevel=20", "-XX:MaxTrivialSize=12", "-Xmx1G");

  /** The run in Gatling's results folder. */
  static GatlingRun read(Path results) {
    return new GatlingRun(RunReader.read(newestIn(results)));
  }

  static Options options() {
    return new Options(Map.of(), List.of());
  }

  /**
   * What is to be run. Immutable: every method returns a new one.
   *
   * @param settings {@code bench.run.…}
   * @param jvm options of the JVM
   */
  record Options(Map<String, String> settings, List<String> jvm) {
    Options with(String key, Object value) {
      Map<String, String> more = new TreeMap<>(settings);
      more.put(key, value.toString());
      return new Options(Map.copyOf(more), jvm);
    }

    Options jvm(String option) {
      List<String> more = new ArrayList<>(jvm);
      more.add(option);
      return new Options(settings, List.copyOf(more));
    }

    List<String> command(Class<? extends Simulation> simulation, Path results) {
      List<String> options = new ArrayList<>(OPTIONS_OF_THE_PLUGIN);
      options.addAll(jvm);
      options.addAll(BenchSettings.words("jvm"));
      new TreeMap<>(settings)
          .forEach((key, value) -> options.add("-Dbench.run." + key + "=" + value));
      return Fork.java(
          BenchSettings.words("clientPrefix"),
          options,
          List.of(
              "io.gatling.app.Gatling",
              "-s",
              simulation.getName(),
              "-rf",
              results.toString(),
              "-nr"));
    }

    /** Runs a simulation to its end and reads its logs. */
    GatlingRun start(Class<? extends Simulation> simulation, Path results) {
      try (Fork gatling = Fork.start(command(simulation, results), results)) {
        gatling.awaitEnd("");
      }
      return read(results);
    }
  }

  List<Level> levels() {
    return run.levels();
  }

  List<RequestRecord> requests(Level level) {
    return run.requests().stream().filter(r -> r.id().level().equals(level.name())).toList();
  }

  /**
   * The clock base of its log on this machine's monotonic clock, as far as the wall clock tells: to
   * find what else happened during a level, not to measure.
   */
  long baseNanos() {
    Instant now = Instant.now();
    long sinceStartMicros =
        ChronoUnit.MICROS.between(Instant.EPOCH, now) - run.header().startedAtMicros();
    return System.nanoTime() - 1_000 * sinceStartMicros - run.header().baseNanos();
  }

  /** What each measured level cost. */
  List<Cost> costs() {
    return levels().stream().map(this::cost).toList();
  }

  private Cost cost(Level level) {
    ClientHealth health = run.client().get(level.name());
    if (health == null) {
      throw new IllegalStateException("level " + level.name() + " was not observed");
    }
    List<RequestRecord> requests = requests(level);
    long tokens = requests.stream().mapToLong(r -> r.tokens().events()).sum();
    long from = requests.stream().mapToLong(r -> r.timings().sentNanos()).min().orElse(0);
    long to = requests.stream().mapToLong(r -> r.timings().closedNanos()).max().orElse(0);
    return new Cost(tokens, to - from, health.processCpuNanos());
  }

  static Path newestIn(Path results) {
    try (var folders = Files.list(results)) {
      return folders.filter(Files::isDirectory).max(Path::compareTo).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
