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
import org.gatlingllm.report.ConsoleTable;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.PageFiles;
import org.gatlingllm.report.ReportException;
import org.gatlingllm.report.ReportFiles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The post-processor: run folders of Gatling in, reports and verdicts out. It runs by itself after
 * each {@link LlmSimulation}, and by hand on any run folder:
 *
 * <pre>{@code mvn test-compile exec:java@report -Dexec.args="target/gatling/<run>"}</pre>
 */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Writes the report of run folders: one each, and of several one more that lays them over"
            + " each other.")
public final class Report implements Callable<Integer> {
  private static final Path REPORTS = Path.of("reports");

  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "Gatling's folder of a run, with simulation.log, streams.jsonl or both")
  private List<Path> folders = List.of();

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
    PrintWriter out = out();
    Gate gates = Gate.of(Settings.read(properties));
    List<Measured> runs = folders.stream().map(gates::measured).toList();
    out.print(pullRequest.inert(write(runs, reports)));
    for (int i = 0; i < runs.size(); i++) {
      PageFiles.besideGatling(runs.get(i), folders.get(i));
      PageFiles.linkFromGatling(folders.get(i));
    }
    if (makeBaseline) {
      runs.forEach(run -> makeBaseline(run, gates));
    }
    if (gate) {
      runs.forEach(run -> pullRequest.tell(run, out::println));
    }
    out.flush();
    return gate ? worst(runs).exitCode() : GateOutcome.PASSED.exitCode();
  }

  /** Writes the report of one run folder, prints its table, and says where the files are. */
  static void print(Path folder, Gate gates, PrintStream out) {
    PullRequest pullRequest = PullRequest.current();
    Measured run = gates.measured(folder);
    out.print(pullRequest.inert(write(List.of(run), REPORTS)));
    PageFiles.besideGatling(run, folder);
    pullRequest.tell(run, out::println);
  }

  private void couldNotRun(Exception e) {
    if (gate) {
      pullRequest.couldNotRun(String.valueOf(e.getMessage()), out()::println);
      out().flush();
    }
  }

  private void makeBaseline(Measured run, Gate gates) {
    String label = run.run().header().label();
    Path file = gates.baseline(label);
    Baseline baseline = Baseline.of(label, run.run(), run.analysis());
    baseline.write(file);
    out().println("baseline: " + file);
    baseline.remarks().forEach(remark -> out().println("! " + remark));
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }

  private static GateOutcome worst(List<Measured> runs) {
    return runs.stream()
        .map(run -> run.gate().outcome())
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

  private static String write(List<Measured> runs, Path reports) {
    StringBuilder said = new StringBuilder();
    said.append(ConsoleTable.of(runs.stream().map(Measured::analysis).toList())).append('\n');
    for (Measured run : runs) {
      said.append(run.gate().console());
      told(ReportFiles.write(run, reports.resolve(name(run))), said);
    }
    if (runs.size() > 1) {
      String together = String.join("-", runs.stream().map(Report::name).toList());
      told(ReportFiles.write(runs, reports.resolve(ReportFiles.folderName(together))), said);
    }
    return said.toString();
  }

  private static void told(ReportFiles.Written written, StringBuilder said) {
    written.remarks().forEach(remark -> said.append("! ").append(remark).append('\n'));
    String names =
        String.join(", ", written.files().stream().map(f -> f.getFileName().toString()).toList());
    said.append("report: ").append(written.files().get(0).getParent()).append(": ").append(names);
    said.append('\n');
  }

  private static String name(Measured run) {
    return ReportFiles.folderName(run.run().header().label());
  }
}
