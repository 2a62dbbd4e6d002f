package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.gate.GateReport;

/**
 * A run as its {@code report.json} tells of it. Every file of a report but {@code requests.csv} is
 * made from this, so that it can be made again when nothing but {@code report.json} is left.
 *
 * @param text the file as it stands
 * @param tree the same as a tree, which the page holds
 * @param analysis the numbers, as they are rounded in the file
 * @param gate the verdicts; empty where nothing was judged
 */
public record Reported(String text, ObjectNode tree, RunAnalysis analysis, GateReport gate) {
  /** The file's name. */
  static final String NAME = "report.json";

  /** Returns what {@code report.json} tells of a run. */
  public static Reported of(Measured run) {
    return ReportReader.read(JsonReport.of(run));
  }

  /**
   * Reads a {@code report.json}.
   *
   * @throws ReportException when there is none, or it is damaged, foreign or of another version
   */
  public static Reported read(Path file) {
    try {
      return ReportReader.read(Files.readString(file));
    } catch (JsonPart.Unexpected e) {
      throw unreadable(file, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw unreadable(file, "expected a text file, found " + e, e);
    }
  }

  /**
   * Finds a {@code report.json} by what a user calls it: the file, a folder that holds one, or the
   * label of a run.
   *
   * @param reports where the reports of all labels are
   * @throws ReportException when there is none
   */
  public static Path find(String name, Path reports) {
    return Stream.of(name, reports.resolve(ReportFiles.folderName(name)).toString())
        .flatMap(place -> file(place).stream())
        .findFirst()
        .orElseThrow(() -> none(name, reports));
  }

  private static Optional<Path> file(String place) {
    try {
      Path path = Path.of(place);
      return Stream.of(path, path.resolve(NAME)).filter(Files::isRegularFile).findFirst();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static ReportException none(String name, Path reports) {
    return new ReportException(
        String.format(
            Locale.ROOT,
            "cannot find the run \"%s\": expected a run folder with streams.jsonl or simulation.log,"
                + " a report.json or its folder, or a label under \"%s\", found none of these; see"
                + " which there are, or run it first with -Dllm.label",
            OneLine.of(name),
            reports));
  }

  private static ReportException unreadable(Path file, String why, Exception cause) {
    return new ReportException(
        String.format(
            Locale.ROOT,
            "cannot read the report \"%s\": %s; name the folder of the run, or a report that this"
                + " version wrote (schema_version %d)",
            file,
            why,
            JsonReport.SCHEMA_VERSION),
        cause);
  }

  /** The name of the run. */
  public String label() {
    return analysis.header().label();
  }

  /** Whether anything was judged. */
  boolean judged() {
    return gate.judged();
  }
}
