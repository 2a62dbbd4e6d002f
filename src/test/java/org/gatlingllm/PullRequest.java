package org.gatlingllm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.gatlingllm.gate.GateReport;
import org.gatlingllm.report.ReportFiles;
import org.gatlingllm.report.Reported;

/**
 * Tells GitHub of a run, where it runs there: annotations at the pull request, and the summary of
 * the job. Elsewhere it says nothing.
 *
 * @param environment of the process
 */
record PullRequest(Map<String, String> environment) {
  private static final String SUMMARY = "GITHUB_STEP_SUMMARY";

  /** The pull request that this process works for. */
  static PullRequest current() {
    return new PullRequest(System.getenv());
  }

  /** Prints annotations, and adds the report to the job's summary. */
  void tell(Reported run, Consumer<String> out) {
    if (onGitHub()) {
      run.gate().annotations().forEach(out);
    }
    String file = environment.getOrDefault(SUMMARY, "");
    if (!file.isEmpty()) {
      append(ReportFiles.summary(List.of(run)), Path.of(file), out);
    }
  }

  /** Prints an annotation for a gate that could not judge. */
  void couldNotRun(String sentence, Consumer<String> out) {
    if (onGitHub()) {
      out.accept(GateReport.couldNotRun(sentence));
    }
  }

  /**
   * The text as it can be printed: GitHub looks for commands in all that a job prints, anywhere in
   * a line, and a report quotes what a server said.
   */
  String inert(String text) {
    if (!onGitHub()) {
      return text;
    }
    String token = UUID.randomUUID().toString();
    String end = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
    return "::stop-commands::" + token + "\n" + text + end + "::" + token + "::\n";
  }

  private boolean onGitHub() {
    return "true".equals(environment.get("GITHUB_ACTIONS"));
  }

  private static void append(String summary, Path to, Consumer<String> out) {
    try {
      Files.writeString(
          to,
          summary + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      out.accept("! the summary is not in " + SUMMARY + ": " + e);
    }
  }
}
