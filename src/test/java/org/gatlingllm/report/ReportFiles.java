package org.gatlingllm.report;

import java.awt.AWTError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Run;

/**
 * Writes the files of a report: {@code report.json}, {@code summary.md}, {@code levels.csv}, {@code
 * requests.csv}, {@code index.html}, {@code curve.svg} and {@code curve.png}.
 */
public final class ReportFiles {
  private static final int LONGEST_NAME = 80;

  private ReportFiles() {}

  /**
   * What was written.
   *
   * @param files in the order in which they were written
   * @param remarks what is missing and why, one sentence each
   */
  public record Written(List<Path> files, List<String> remarks) {
    /** Copies the lists. */
    public Written {
      files = List.copyOf(files);
      remarks = List.copyOf(remarks);
    }
  }

  /**
   * Makes the folder of a report to come, so that no load is spent on one that cannot be written.
   *
   * @throws ReportException when files cannot be written there
   */
  public static void prepare(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
    if (!Files.isWritable(folder)) {
      throw unwritable(folder, new AccessDeniedException(null));
    }
  }

  /**
   * Writes the report of a run; files of the same names are replaced.
   *
   * @param run what its {@code report.json} tells
   * @param requests the single requests, which that file does not hold
   * @param folder made where it does not exist
   * @throws ReportException when a file cannot be written
   */
  public static Written write(Reported run, Run requests, Path folder) {
    List<Path> files = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    files.add(write(folder, Reported.NAME, run.text()));
    files.add(write(folder, "requests.csv", RequestsCsv.of(List.of(requests))));
    shared(List.of(run), folder, files, remarks);
    return new Written(files, remarks);
  }

  /**
   * Writes one report of several runs, their curves on top of each other, or that of one run again:
   * all but {@code report.json}, which holds one run, and {@code requests.csv}, which takes its
   * requests. Files of the same names are replaced.
   *
   * @param runs at least one; the others are compared with the first
   * @param folder made where it does not exist
   * @throws ReportException when a file cannot be written
   */
  public static Written write(List<Reported> runs, Path folder) {
    List<Path> files = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    shared(runs, folder, files, remarks);
    return new Written(files, remarks);
  }

  private static void shared(
      List<Reported> runs, Path folder, List<Path> files, List<String> remarks) {
    List<RunAnalysis> analyses = runs.stream().map(Reported::analysis).toList();
    files.add(write(folder, "summary.md", summary(runs)));
    files.add(write(folder, "levels.csv", LevelsCsv.of(analyses)));
    String page = Page.of(runs.stream().map(Reported::tree).toList());
    files.add(write(folder, "index.html", page));
    pictures(analyses, folder, files, remarks);
  }

  /**
   * The text of {@code summary.md}: verdicts first, as no reviewer reads on when they are green.
   */
  public static String summary(List<Reported> runs) {
    return gates(runs) + MarkdownSummary.of(runs.stream().map(Reported::analysis).toList());
  }

  private static String gates(List<Reported> runs) {
    return runs.stream()
        .filter(Reported::judged)
        .map(run -> run.gate().markdown() + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Returns the name of the folder for a label: letters, digits, {@code . _ -}, all else becomes
   * {@code -}; never a name that leaves its parent.
   */
  public static String folderName(String label) {
    String name = label.strip().replaceAll("[^\\p{L}\\p{N}._-]+", "-").replaceAll("^[.-]+", "");
    String cut = name.substring(0, Math.min(name.length(), LONGEST_NAME));
    return cut.isEmpty() ? "run" : cut;
  }

  private static void pictures(
      List<RunAnalysis> runs, Path folder, List<Path> files, List<String> remarks) {
    if (!CurveChart.drawable(runs)) {
      remarks.add("curve.svg and curve.png are not written: no level has a time to first token");
      return;
    }
    String svg;
    byte[] png;
    try {
      svg = CurveChart.svg(runs);
      png = CurveChart.png(runs);
    } catch (LinkageError | InternalError | AWTError | RuntimeException e) {
      // a Java without fonts or without its desktop part fails in one of these ways
      remarks.add(
          "curve.svg and curve.png are not written: the drawing failed ("
              + OneLine.of(e.toString())
              + "); a Java without fonts needs fontconfig and a font");
      return;
    }
    files.add(write(folder, "curve.svg", svg));
    files.add(write(folder, "curve.png", png));
  }

  private static Path write(Path folder, String name, String text) {
    return write(folder, name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static Path write(Path folder, String name, byte[] bytes) {
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(folder);
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  private static ReportException unwritable(Path file, IOException e) {
    return new ReportException(
        String.format(
            Locale.ROOT,
            "cannot write \"%s\": expected a folder that can be written to, found %s; choose"
                + " another label or free the path",
            file,
            reason(e)),
        e);
  }

  private static String reason(IOException e) {
    String kind = e.getClass().getSimpleName().replaceAll("(Exception)$", "");
    return kind + (e.getMessage() == null ? "" : " (" + OneLine.of(e.getMessage()) + ")");
  }
}
