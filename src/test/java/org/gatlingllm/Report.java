package org.gatlingllm;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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

  @Spec private CommandSpec command = CommandSpec.create();

  private final Map<String, String> properties;
  private final PullRequest pullRequest;

  private Report(Map<String, String> properties, PullRequest pullRequest) {
    this.properties = properties;
    this.pullRequest = pullRequest;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(command(LlmProtocol.systemProperties(), PullRequest.current()).execute(args));
  }

  /**
   * The command.
   *
   * @param properties settings that are not at their defaults
   */
  static CommandLine command(Map<String, String> properties, PullRequest pullRequest) {
    Report report = new Report(properties, pullRequest);
    return new CommandLine(report)
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
                report.couldNotRun(e);
                return Refusal.COULD_NOT_RUN;
              }
              throw e;
            });
  }

  /** Whether an exception is one that speaks to users. */
  static boolean isSentence(Throwable e) {
    return e instanceof LogFormatException
        || e instanceof ReportException
        || e instanceof SettingsException
        || e instanceof SloFormatException
        || e instanceof BaselineException
        || e instanceof UncheckedIOException;
  }

  @Override
  public Integer call() {
    PrintWriter out = out();
    Settings settings = Settings.read(properties);
    Gate gates = Gate.of(settings);
    List<NamedRun> compared = NamedRun.compared(settings, reports);
    List<NamedRun> runs = names.stream().map(name -> NamedRun.of(name, gates, reports)).toList();
    out.print(pullRequest.inert(new Reports(reports).write(compared, runs)));
    runs.forEach(NamedRun::linkWithGatling);
    if (makeBaseline) {
      runs.forEach(run -> makeBaseline(run, gates));
    }
    if (gate) {
      runs.forEach(run -> pullRequest.tell(run.report(), out::println));
    }
    out.flush();
    return gate ? worst(runs).exitCode() : GateOutcome.PASSED.exitCode();
  }

  /**
   * Writes the report of one run folder, prints its table, and says where the files are.
   *
   * @param compared the runs of {@code llm.compare}
   */
  static void print(Path folder, Gate gates, List<NamedRun> compared, PrintStream out) {
    PullRequest pullRequest = PullRequest.current();
    NamedRun run = NamedRun.measured(folder, gates);
    out.print(pullRequest.inert(new Reports(REPORTS).write(compared, List.of(run))));
    PageFiles.besideGatling(run.report(), folder);
    pullRequest.tell(run.report(), out::println);
  }

  private void couldNotRun(Exception e) {
    if (gate) {
      pullRequest.couldNotRun(String.valueOf(e.getMessage()), out()::println);
      out().flush();
    }
  }

  private void makeBaseline(NamedRun run, Gate gates) {
    Measured measured = run.measured().orElseThrow(() -> noBaseline(run));
    String label = run.report().label();
    Path file = gates.baseline(label);
    Baseline baseline = Baseline.of(label, measured.run(), measured.analysis());
    baseline.write(file);
    out().println("baseline: " + file);
    baseline.remarks().forEach(remark -> out().println("! " + remark));
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
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
