package org.gatlingllm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.gatlingllm.gatling.LlmProtocol;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.report.Measured;

/** The run that the gates of {@code mvn verify} judge. */
final class JudgedRun {
  private static final Path RUNS = Path.of("target", "gatling");
  private static final String RUN = "llm.run";

  private JudgedRun() {}

  /**
   * Returns the run of {@code llm.run}, else the newest one that has streams.
   *
   * @throws IllegalStateException when there is none
   */
  static Measured measured() {
    Settings settings = Settings.read(LlmProtocol.systemProperties());
    Gate gate = Gate.of(settings);
    String named = settings.text(RUN);
    return gate.measured(named.isEmpty() ? newest() : Path.of(named));
  }

  private static Path newest() {
    try (Stream<Path> folders = Files.list(RUNS)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("streams.jsonl")))
          .max(Comparator.comparing(JudgedRun::timestamp))
          .orElseThrow(JudgedRun::none);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RUNS + ": run mvn gatling:test first", e);
    }
  }

  private static IllegalStateException none() {
    return new IllegalStateException(
        "cannot judge a run: expected one with streams.jsonl in "
            + RUNS
            + ", found none; run mvn gatling:test first, or set -Dllm.run=<folder>");
  }

  private static String timestamp(Path folder) {
    String name = folder.getFileName().toString();
    return name.substring(name.lastIndexOf('-') + 1);
  }
}
