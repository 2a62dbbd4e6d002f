package org.gatlingllm;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.PageFiles;
import org.gatlingllm.report.ReportException;
import org.gatlingllm.report.ReportFiles;
import org.gatlingllm.report.Reported;

/**
 * A run that a user named: a run folder, which is read and judged anew, or the report of a run of
 * which that is all that is left.
 *
 * @param folder where the run or its {@code report.json} is
 * @param report what there is to show
 * @param measured the run itself, where its folder was named
 */
record NamedRun(Path folder, Reported report, Optional<Measured> measured) {
  private static final List<String> LOGS = List.of("streams.jsonl", "simulation.log");
  private static final String COMPARE = "llm.compare";

  /**
   * Reads the run of this name: a run folder, a folder with {@code report.json}, such a file, or a
   * label.
   *
   * @param reports where the reports of all labels are
   * @throws ReportException when there is none, or when it is a report that cannot be read
   * @throws org.gatlingllm.log.LogFormatException when the logs of a run folder cannot be read
   */
  static NamedRun of(String name, Gate gate, Path reports) {
    return isRunFolder(name) ? measured(Path.of(name), gate) : reported(name, reports);
  }

  /** Reads and judges the run of a run folder. */
  static NamedRun measured(Path runFolder, Gate gate) {
    Measured run = gate.measured(runFolder);
    return new NamedRun(runFolder, Reported.of(run), Optional.of(run));
  }

  /**
   * The reports of {@code llm.compare}, with the first of which others are compared.
   *
   * @throws SettingsException when one is missing or cannot be read
   */
  static List<NamedRun> compared(Settings settings, Path reports) {
    try {
      return settings.texts(COMPARE).stream().map(name -> reported(name, reports)).toList();
    } catch (ReportException e) {
      throw new SettingsException("cannot use setting " + COMPARE + ": " + e.getMessage());
    }
  }

  /** The name of its report's folder. */
  String name() {
    return ReportFiles.folderName(report.label());
  }

  /** Puts the page beside Gatling's report, and links between both. */
  void linkWithGatling() {
    if (measured.isPresent()) {
      PageFiles.besideGatling(report, folder);
      PageFiles.linkFromGatling(folder);
    }
  }

  private static NamedRun reported(String name, Path reports) {
    Path file = Reported.find(name, reports);
    return new NamedRun(file.resolveSibling(""), Reported.read(file), Optional.empty());
  }

  private static boolean isRunFolder(String name) {
    try {
      return LOGS.stream().anyMatch(log -> Files.exists(Path.of(name, log)));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
