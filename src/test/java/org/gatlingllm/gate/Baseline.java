package org.gatlingllm.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Run;

/**
 * The numbers of a run that later runs are compared with: distributions as histograms and means of
 * blocks, no single requests. Made to be committed, as {@code reports/baseline/<name>.json}.
 */
public final class Baseline {
  private final String name;
  private final String recordedAt;
  private final Fingerprint fingerprint;
  private final List<LoadState> levels;

  Baseline(String name, String recordedAt, Fingerprint fingerprint, List<LoadState> levels) {
    this.name = name;
    this.recordedAt = recordedAt;
    this.fingerprint = fingerprint;
    this.levels = List.copyOf(levels);
  }

  /**
   * Makes a baseline of a run.
   *
   * @param name how messages call it
   * @param analysis of the same run
   * @throws BaselineException when a level has no request, or is suspect: every later run would be
   *     compared with a fault
   */
  public static Baseline of(String name, Run run, RunAnalysis analysis) {
    List<LoadState> levels =
        Load.of(analysis).stream()
            .map(load -> LoadState.of(LoadSample.of(load, "", Slo.NONE, run, analysis)))
            .toList();
    for (LoadState level : levels) {
      if (level.metrics().isEmpty() || !level.suspect().isEmpty()) {
        throw new BaselineException(
            "cannot make baseline "
                + name
                + ": expected levels that can be trusted, found "
                + level.name()
                + (level.metrics().isEmpty() ? " without a token" : " suspect: " + level.suspect())
                + "; run again");
      }
    }
    String recordedAt =
        Instant.ofEpochSecond(run.header().startedAtMicros() / 1_000_000).toString();
    return new Baseline(name, recordedAt, Fingerprint.of(analysis), levels);
  }

  /**
   * Reads a file.
   *
   * @throws BaselineException when there is none, or it is damaged, foreign or of a newer version
   */
  public static Baseline read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw BaselineException.unreadable(
          file.toString(), "expected a file, found none", "make it of a run that you trust");
    }
    try {
      return BaselineJson.parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
    } catch (IOException e) {
      throw BaselineException.unreadable(
          file.toString(), "it cannot be opened as UTF-8 text (" + e + ")", "make it again");
    }
  }

  /** Writes the file, and the folders above it. */
  public void write(Path file) {
    try {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.writeString(file, BaselineJson.text(this), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write baseline " + file + ": " + e.getMessage(), e);
    }
  }

  /** How messages call it. */
  public String name() {
    return name;
  }

  /** When its run began, ISO 8601 in UTC. */
  public String recordedAt() {
    return recordedAt;
  }

  Fingerprint fingerprint() {
    return fingerprint;
  }

  List<LoadState> levels() {
    return levels;
  }

  /** The level of that name. */
  LoadState level(String load) {
    return levels.stream()
        .filter(l -> l.name().equals(load))
        .findFirst()
        .orElseThrow(() -> new BaselineException("baseline " + name + " has no level " + load));
  }

  /**
   * What of workload and target differs from those of a run, in words; empty where nothing does.
   */
  public List<String> differences(RunAnalysis run) {
    return fingerprint.differences(Fingerprint.of(run));
  }

  void checkComparable(RunAnalysis run) {
    List<String> differences = differences(run);
    if (!differences.isEmpty()) {
      throw new BaselineException(
          "cannot compare with baseline "
              + name
              + " of "
              + recordedAt
              + ": expected the same workload and target, found that "
              + differences.stream().collect(Collectors.joining(", "))
              + "; run what it was made of, or make a new one");
    }
  }
}
