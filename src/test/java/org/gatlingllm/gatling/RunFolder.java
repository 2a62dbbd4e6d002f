package org.gatlingllm.gatling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the folder into which Gatling writes this run. Gatling tells nobody: the folder is the one
 * whose log this process holds open, or, where the system does not tell, the newest one of its
 * results folder. It is there before the first action is built.
 */
final class RunFolder {
  private static final Path STANDARD = Path.of("target", "gatling");
  private static final Pattern RUN = Pattern.compile(".+-\\d{17}");

  /** Linux: a link for each open file of this process. */
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  private RunFolder() {}

  /**
   * Returns the run folder of this process, else the newest that has no {@code streams.jsonl} yet.
   *
   * @throws UncheckedIOException when the results folder cannot be read
   * @throws IllegalStateException when it holds no such folder: Gatling's file writer is off
   */
  static Path current() {
    Path results = resultsFolder(List.of(commandLine()));
    return openIn(results)
        .or(() -> newestOf(results))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "cannot write streams.jsonl: expected Gatling's run folder in \""
                        + results
                        + "\", found none; let gatling.data.writers hold \"file\""));
  }

  /** Of two runs at once the newest folder may be the other's. */
  static Optional<Path> openIn(Path results) {
    try (Stream<Path> open = Files.list(OPEN_FILES)) {
      return open.flatMap(RunFolder::target)
          .filter(file -> file.endsWith("simulation.log"))
          .map(file -> results.resolve(file.subpath(file.getNameCount() - 2, file.getNameCount())))
          .flatMap(log -> Stream.ofNullable(log.getParent()))
          .filter(Files::isDirectory)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Stream<Path> target(Path link) {
    try {
      Path file = Files.readSymbolicLink(link);
      return file.getNameCount() > 1 ? Stream.of(file) : Stream.empty();
    } catch (IOException e) {
      return Stream.empty(); // closed meanwhile
    }
  }

  static Optional<Path> newestOf(Path results) {
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .filter(f -> RUN.matcher(f.getFileName().toString()).matches())
          .filter(f -> !Files.exists(f.resolve("streams.jsonl")))
          .max(Comparator.comparing(RunFolder::timestamp));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read Gatling's results folder \"" + results + "\"", e);
    }
  }

  /** Gatling's {@code -rf} or {@code --results-folder}, as its Maven plugin passes it. */
  static Path resultsFolder(List<String> arguments) {
    for (int i = 0; i + 1 < arguments.size(); i++) {
      if (arguments.get(i).equals("-rf") || arguments.get(i).equals("--results-folder")) {
        return Path.of(arguments.get(i + 1));
      }
    }
    return STANDARD;
  }

  private static String timestamp(Path folder) {
    String name = folder.getFileName().toString();
    return name.substring(name.lastIndexOf('-') + 1);
  }

  private static String[] commandLine() {
    return ProcessHandle.current()
        .info()
        .arguments()
        .orElseGet(() -> System.getProperty("sun.java.command", "").split(" ", -1));
  }
}
