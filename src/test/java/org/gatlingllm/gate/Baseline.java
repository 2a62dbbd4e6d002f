package org.gatlingllm.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.RunHeader;

/**
 * The numbers of a run that later runs are compared with: distributions as histograms and means of
 * blocks, no single requests. Made to be committed, as {@code reports/baseline/<name>.json}.
 */
public final class Baseline {
  private final String name;
  private final String recordedAt;
  private final Fingerprint fingerprint;
  private final List<LoadState> levels;
  private final List<String> remarks;

  Baseline(String name, String recordedAt, Fingerprint fingerprint, List<LoadState> levels) {
    this(name, recordedAt, fingerprint, levels, List.of());
  }

  private Baseline(
      String name,
      String recordedAt,
      Fingerprint fingerprint,
      List<LoadState> levels,
      List<String> remarks) {
    this.name = name;
    this.recordedAt = recordedAt;
    this.fingerprint = fingerprint;
    this.levels = List.copyOf(levels);
    this.remarks = List.copyOf(remarks);
  }

  /**
   * Makes a baseline of a run, of those of its repeats that can be trusted.
   *
   * @param name how messages call it
   * @param analysis of the same run
   * @throws BaselineException when the run has not come to its end, a level has no token, or too
   *     few of its repeats can be trusted: every later run would be compared with a fault
   */
  public static Baseline of(String name, Run run, RunAnalysis analysis) {
    checkWhole(name, run, analysis);
    List<LoadState> levels = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (Load load : Load.of(analysis)) {
      LoadSample sample = LoadSample.of(load, "", Slo.NONE, run, analysis);
      Trust trust = Trust.of(sample);
      levels.add(trusted(name, LoadState.of(sample.only(trust.kept())), trust));
      if (!trust.leftOut().isEmpty()) {
        remarks.add(load.name() + ": " + trust.leftOut());
      }
    }
    String recordedAt =
        Instant.ofEpochSecond(run.header().startedAtMicros() / 1_000_000).toString();
    Fingerprint fingerprint = Fingerprint.of(run.header(), Load.levels(analysis));
    return new Baseline(name, recordedAt, fingerprint, levels, remarks);
  }

  private static void checkWhole(String name, Run run, RunAnalysis analysis) {
    if (!run.ended() || analysis.levels().isEmpty()) {
      throw new BaselineException(
          "cannot make baseline "
              + name
              + ": expected a run that has come to its end, found "
              + (run.ended() ? "no level in it" : "one that goes on or was stopped")
              + "; run again");
    }
  }

  private static LoadState trusted(String name, LoadState state, Trust trust) {
    String fault = state.metrics().isEmpty() ? "no token in any of its answers" : trust.refused();
    if (!fault.isEmpty()) {
      throw new BaselineException(
          "cannot make baseline "
              + name
              + ": expected levels that can be trusted, found at "
              + state.name()
              + ": "
              + fault
              + "; run again");
    }
    return state;
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

  /** What was left out when it was made, a sentence each; not kept in the file. */
  public List<String> remarks() {
    return remarks;
  }

  Fingerprint fingerprint() {
    return fingerprint;
  }

  List<LoadState> levels() {
    return levels;
  }

  /** The level of that name, which its fingerprint says that it has. */
  LoadState level(String load) {
    return levels.stream()
        .filter(l -> l.name().equals(load))
        .findFirst()
        .orElseThrow(
            () ->
                new BaselineException(
                    "cannot compare with baseline "
                        + name
                        + ": expected level "
                        + load
                        + ", which its fingerprint names, found "
                        + levels.stream().map(LoadState::name).collect(Collectors.joining(", "))
                        + "; make it again, or take it from version control"));
  }

  /**
   * The rates of its open levels in requests per second, by {@link Level#loadName}. A run that is
   * to be compared must have the same, whatever its own peak is.
   */
  public Map<String, Double> rates() {
    return levels.stream()
        .filter(level -> level.requestsPerSecond() > 0)
        .collect(Collectors.toMap(LoadState::name, LoadState::requestsPerSecond));
  }

  /**
   * Sees to it that a run has the workload and the target of this baseline.
   *
   * @param run simulation, target and settings of the run
   * @param runs its levels, those that are only warm-up left out
   * @throws BaselineException when workload or target differ, with each difference named
   */
  public void checkComparable(RunHeader run, List<Level> runs) {
    List<String> differences = fingerprint.differences(Fingerprint.of(run, runs));
    if (!differences.isEmpty()) {
      throw new BaselineException(
          "cannot compare with baseline "
              + name
              + " of "
              + recordedAt
              + ": expected the same workload and target, found that "
              + String.join(", ", differences)
              + "; run what it was made of, or make a new one");
    }
  }
}
