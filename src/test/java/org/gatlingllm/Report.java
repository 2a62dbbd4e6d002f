package org.gatlingllm;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.log.LogFormatException;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.metric.Run;
import org.gatlingllm.report.ConsoleTable;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.PageFiles;
import org.gatlingllm.report.ReportException;
import org.gatlingllm.report.ReportFiles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The post-processor: run folders of Gatling in, reports out. It runs by itself after each {@link
 * LlmSimulation}, and by hand on any run folder:
 *
 * <pre>{@code mvn test-compile exec:java@report -Dexec.args="target/gatling/<run>"}</pre>
 */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Writes the report of run folders: one each, and of several one more that lays them over"
            + " each other.")
public final class Report implements Runnable {
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

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command and ends the process: 0, or 4 when no report could be written. */
  public static void main(String[] args) {
    System.exit(command().execute(args));
  }

  static CommandLine command() {
    return new CommandLine(new Report())
        .setExecutionExceptionHandler(
            (e, line, parsed) -> {
              if (e instanceof LogFormatException || e instanceof ReportException) {
                line.getErr().println("gatling-llm: " + e.getMessage());
                return Refusal.COULD_NOT_RUN;
              }
              throw e;
            });
  }

  @Override
  public void run() {
    if (folders.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "expected a run folder, found none");
    }
    List<Measured> runs = folders.stream().map(Report::measured).toList();
    for (int i = 0; i < runs.size(); i++) {
      PageFiles.besideGatling(runs.get(i), folders.get(i));
      PageFiles.linkFromGatling(folders.get(i));
    }
    spec.commandLine().getOut().print(write(runs, reports));
    spec.commandLine().getOut().flush();
  }

  /** Writes the report of one run folder, prints its table, and says where the files are. */
  static void print(Path folder, PrintStream out) {
    Measured run = measured(folder);
    out.print(write(List.of(run), REPORTS));
    PageFiles.besideGatling(run, folder);
  }

  private static Measured measured(Path folder) {
    Run run = RunReader.read(folder);
    return new Measured(run, Analysis.of(run, RequestSlo.none()));
  }

  private static String write(List<Measured> runs, Path reports) {
    StringBuilder said = new StringBuilder();
    said.append(ConsoleTable.of(runs.stream().map(Measured::analysis).toList())).append('\n');
    for (Measured run : runs) {
      told(ReportFiles.write(run, folder(reports, run)), said);
    }
    if (runs.size() > 1) {
      Path together =
          reports.resolve(
              ReportFiles.folderName(
                  String.join("-", runs.stream().map(r -> r.run().header().label()).toList())));
      told(ReportFiles.write(runs, together), said);
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

  private static Path folder(Path reports, Measured run) {
    return reports.resolve(ReportFiles.folderName(run.run().header().label()));
  }
}
