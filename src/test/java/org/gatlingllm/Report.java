package org.gatlingllm;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.gatlingllm.gate.Baseline;
import org.gatlingllm.gate.BaselineException;
import org.gatlingllm.gate.GateOutcome;
import org.gatlingllm.gate.SloFormatException;
import org.gatlingllm.gatling.LlmProtocol;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.log.LogFormatException;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.PageFiles;
import org.gatlingllm.report.ReportException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The post-processor: run folders of Gatling in, reports and verdicts out. It runs by itself after
 * each {@link LlmSimulation}, and by hand on any run folder, or on what {@code report.json} is left
 * of a run:
 *
 * <pre>{@code mvn test-compile exec:java@report -Dexec.args="target/gatling/<run>"}</pre>
 */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the report of each run folder, and of several runs one more that lays them over each"
          + " other and divides each by the first. A run may also be given by its report: a"
          + " report.json, its folder, or a label under reports. A report alone is made again from"
          + " its report.json, in the same folder.",
      "-Dllm.compare=<label>,... puts these reports before all others."
    })
public final class Report implements Callable<Integer> {
  /** Where reports go, one folder a label. */
  static final Path REPORTS = Path.of("reports");

  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description =
          "Gatling's folder of a run, with simulation.log, streams.jsonl or both; or a report")
  private List<String> names = List.of();

  @Option(
      names = "--reports",
      paramLabel = "FOLDER",
      description = "where reports go (default: ${DEFAULT-VALUE})")
  private Path reports = REPORTS;

  @Option(
      names = "--gate",
      description = "end with 0 (gate passed), 2 (failed), 3 (inconclusive) or 4 (could not run)")
  private boolean gate;

  @Option(
      names = "--make-baseline",
      description = "make the run the baseline of its label: reports/baseline/<label>.json")
  private boolean makeBaseline;

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(command().execute(args));
  }

  static CommandLine command() {
    return new CommandLine(new Report())
        .setParameterExceptionHandler(
            (e, arguments) -> {
              // picocli would end with 2, which says that a gate has failed
              e.getCommandLine().getErr().println("gatling-llm: " + e.getMessage());
              e.getCommandLine().usage(e.getCommandLine().getErr());
              return Refusal.COULD_NOT_RUN;
            })
        .setExecutionExceptionHandler(
            (e, line, parsed) -> {
              if (isSentence(e)) {
                line.getErr().println("gatling-llm: " + e.getMessage());
                return Refusal.COULD_NOT_RUN;
              }
              throw e;
            });
  }

  /** Whether an exception is one that speaks to users. */
  static boolean isSentence(Exception e) {
    return e instanceof LogFormatException
        || e instanceof ReportException
        || e instanceof SettingsException
        || e instanceof SloFormatException
        || e instanceof BaselineException
        || e instanceof UncheckedIOException;
  }

  @Override
  public Integer call() {
    Settings settings = Settings.read(LlmProtocol.systemProperties());
    Gate gates = Gate.of(settings);
    List<NamedRun> compared = NamedRun.compared(settings, reports);
    List<NamedRun> runs = names.stream().map(name -> NamedRun.of(name, gates, reports)).toList();
    System.out.print(new Reports(reports).write(compared, runs));
    runs.forEach(NamedRun::linkWithGatling);
    if (makeBaseline) {
      runs.forEach(Report::makeBaseline);
    }
    return gate ? worst(runs).exitCode() : GateOutcome.PASSED.exitCode();
  }

  /**
   * Writes the report of one run folder, prints its table, and says where the files are.
   *
   * @param compared the runs of {@code llm.compare}
   */
  static void print(Path folder, Gate gates, List<NamedRun> compared, PrintStream out) {
    NamedRun run = NamedRun.measured(folder, gates);
    out.print(new Reports(REPORTS).write(compared, List.of(run)));
    PageFiles.besideGatling(run.report(), folder);
    PullRequest.tell(run.report(), REPORTS.resolve(run.name()).resolve("summary.md"), out);
  }

  private static void makeBaseline(NamedRun run) {
    Measured measured = run.measured().orElseThrow(() -> noBaseline(run));
    Path file = Gate.BASELINES.resolve(run.name() + ".json");
    Baseline.of(run.report().label(), measured.run(), measured.analysis()).write(file);
    System.out.println("baseline: " + file);
  }

  private static SettingsException noBaseline(NamedRun run) {
    return new SettingsException(
        "cannot make a baseline of \""
            + run.name()
            + "\": expected a run folder, found a report, which holds no single requests; name"
            + " target/gatling/<run>");
  }

  private static GateOutcome worst(List<NamedRun> runs) {
    return runs.stream()
        .map(run -> run.report().gate().outcome())
        .max(Comparator.comparingInt(Report::badness))
        .orElse(GateOutcome.COULD_NOT_RUN);
  }

  /** A failure is worse than a doubt. */
  private static int badness(GateOutcome outcome) {
    return switch (outcome) {
      case PASSED -> 0;
      case INCONCLUSIVE -> 1;
      case FAILED -> 2;
      case COULD_NOT_RUN -> 3;
    };
  }
}
