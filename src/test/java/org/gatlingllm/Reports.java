package org.gatlingllm;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gatlingllm.report.ConsoleTable;
import org.gatlingllm.report.ReportFiles;
import org.gatlingllm.report.Reported;

/**
 * Reports of runs, each in the folder of its label, and one of all together where there are
 * several.
 */
final class Reports {
  private final Path reports;
  private final StringBuilder said = new StringBuilder();

  Reports(Path reports) {
    this.reports = reports;
  }

  /**
   * Writes the reports and returns what a console should say of them. A run of which there is only
   * a report is made again where it is the only one, else it is only laid over the others.
   *
   * @param compared what the runs are compared with
   * @param runs the runs, at least one
   */
  String write(List<NamedRun> compared, List<NamedRun> runs) {
    List<NamedRun> all = Stream.concat(compared.stream(), runs.stream()).toList();
    List<Reported> reported = all.stream().map(NamedRun::report).toList();
    said.append(ConsoleTable.of(reported.stream().map(Reported::analysis).toList())).append('\n');
    runs.forEach(this::write);
    if (all.size() > 1) {
      String name = all.stream().map(NamedRun::name).collect(Collectors.joining("-"));
      told(ReportFiles.write(reported, reports.resolve(ReportFiles.folderName(name))));
    } else if (runs.get(0).measured().isEmpty()) {
      told(ReportFiles.write(reported, runs.get(0).folder()));
    }
    return said.toString();
  }

  private void write(NamedRun run) {
    said.append(run.report().gate().console());
    run.measured()
        .map(m -> ReportFiles.write(run.report(), m.run(), reports.resolve(run.name())))
        .ifPresent(this::told);
  }

  private void told(ReportFiles.Written written) {
    written.remarks().forEach(remark -> said.append("! ").append(remark).append('\n'));
    String names =
        written.files().stream()
            .map(file -> file.getFileName().toString())
            .collect(Collectors.joining(", "));
    said.append("report: ").append(written.files().get(0).getParent()).append(": ").append(names);
    said.append('\n');
  }
}
