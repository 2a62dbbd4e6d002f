package org.gatlingllm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.Reported;

/**
 * The run that the gates of {@code mvn verify} judge.
 *
 * @param folder Gatling's folder of it
 * @param measured its numbers and verdicts
 * @param baseline where its baseline is, or would be
 */
record JudgedRun(Path folder, Measured measured, Path baseline) {
  private static final String RUN = "llm.run";
  private static final String STREAMS = "streams.jsonl";

  /** Of Gatling's Maven plugin: the folder of a run, or nothing but why there is none. */
  private static final String LAST_RUN = "lastRun.txt";

  /**
   * Returns the run of {@code llm.run}, else the newest one that has streams. A run that has just
   * ended has told GitHub of itself; one that is judged again is told of here.
   *
   * @param runs where run folders are
   * @throws IllegalStateException when there is none
   * @throws RuntimeException when a file cannot be used
   */
  static JudgedRun find(
      Settings settings, Path runs, PullRequest pullRequest, Consumer<String> out) {
    String named = settings.text(RUN);
    try {
      Path folder = named.isEmpty() ? newest(runs) : Path.of(named);
      Gate gate = Gate.of(settings);
      Measured measured = gate.measured(folder);
      if (!named.isEmpty()) {
        pullRequest.tell(Reported.of(measured), out);
      }
      return new JudgedRun(folder, measured, gate.baseline(measured.run().header().label()));
    } catch (RuntimeException e) {
      pullRequest.couldNotRun(String.valueOf(e.getMessage()), out);
      throw e;
    }
  }

  /** What to do where there is nothing to compare the run with. */
  String howToMakeABaseline() {
    return "nothing to compare with: there is no "
        + baseline
        + "; to make it of this run: mvn test-compile exec:java@report"
        + " -Dexec.args=\"--make-baseline "
        + folder
        + "\", and commit it";
  }

  private static Path newest(Path runs) {
    if (!Files.isDirectory(runs)) {
      throw none(runs);
    }
    try (Stream<Path> folders = Files.list(runs)) {
      Path newest =
          folders
              .filter(folder -> Files.exists(folder.resolve(STREAMS)))
              .max(Comparator.comparing(JudgedRun::timestamp))
              .orElseThrow(() -> none(runs));
      checkThatItIsTheLast(newest, runs.resolve(LAST_RUN));
      return newest;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + runs + ": " + e.getMessage(), e);
    }
  }

  /**
   * Gatling's plugin lets a build go on to its gates and writes down what it ran: a load that could
   * not begin must not be judged by the run of an earlier build.
   */
  private static void checkThatItIsTheLast(Path newest, Path lastRun) throws IOException {
    if (Files.exists(lastRun)
        && Files.getLastModifiedTime(lastRun)
                .compareTo(Files.getLastModifiedTime(newest.resolve(STREAMS)))
            >= 0
        && !Files.readString(lastRun).contains(newest.getFileName().toString())) {
      throw new IllegalStateException(
          "cannot judge a run: expected that of the last load, found that it could not begin; what"
              + " Gatling printed says why");
    }
  }

  private static IllegalStateException none(Path runs) {
    return new IllegalStateException(
        "cannot judge a run: expected one with streams.jsonl in "
            + runs
            + ", found none; run mvn gatling:test first, or set -Dllm.run=<folder>");
  }

  private static String timestamp(Path folder) {
    String name = folder.getFileName().toString();
    return name.substring(name.lastIndexOf('-') + 1);
  }
}
