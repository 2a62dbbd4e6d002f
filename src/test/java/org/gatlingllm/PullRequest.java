package org.gatlingllm;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.gatlingllm.report.Reported;

/** Tells GitHub of a run, where it runs there: annotations, and the summary of the job. */
final class PullRequest {
  private static final String SUMMARY = "GITHUB_STEP_SUMMARY";

  private PullRequest() {}

  static void tell(Reported run, Path summary, PrintStream out) {
    tell(run, summary, out, System.getenv());
  }

  static void tell(Reported run, Path summary, PrintStream out, Map<String, String> environment) {
    if ("true".equals(environment.get("GITHUB_ACTIONS"))) {
      run.gate().annotations().forEach(out::println);
    }
    String file = environment.getOrDefault(SUMMARY, "");
    if (!file.isEmpty()) {
      append(summary, Path.of(file), out);
    }
  }

  private static void append(Path summary, Path to, PrintStream out) {
    try {
      Files.write(
          to, Files.readAllBytes(summary), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      out.println("! the summary is not in " + SUMMARY + ": " + e);
    }
  }
}
