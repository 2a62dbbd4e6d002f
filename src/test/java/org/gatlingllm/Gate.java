package org.gatlingllm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.gate.Baseline;
import org.gatlingllm.gate.Change;
import org.gatlingllm.gate.GateReport;
import org.gatlingllm.gate.RegressionGate;
import org.gatlingllm.gate.Slo;
import org.gatlingllm.gate.SloGate;
import org.gatlingllm.gate.Verdict;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SloResponse;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Run;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.ReportFiles;

/** The gates that the settings ask for: objectives, and a baseline or a second server. */
final class Gate {
  /** Where baselines are, one a label. */
  static final Path BASELINES = Path.of("reports", "baseline");

  private static final String NONE = "none";

  private final Settings settings;
  private final Slo slo;

  private Gate(Settings settings, Slo slo) {
    this.settings = settings;
    this.slo = slo;
  }

  /**
   * Reads the objectives.
   *
   * @throws IllegalArgumentException when a setting or the file of objectives cannot be used
   */
  static Gate of(Settings settings) {
    Slo slo = file(settings.text("llm.slo"));
    String goodput = settings.text("llm.goodput");
    String cost = settings.text("llm.costPerHour");
    Slo good =
        goodput.isEmpty() ? slo : slo.withGoodput(goodput, settings.number("llm.goodputFraction"));
    return new Gate(settings, cost.isEmpty() ? good : good.withCostPerHour(cost));
  }

  private static Slo file(String name) {
    return switch (name) {
      case "" -> Slo.standard();
      case NONE -> Slo.parse("", NONE);
      default -> Slo.read(Path.of(name));
    };
  }

  /** Names of the verdicts on a run of these levels. */
  List<String> names(List<Level> levels) {
    return SloGate.names(slo, levels);
  }

  /**
   * Reads a run and judges it: objectives, and changes where there is something to compare with.
   */
  Measured measured(Path runFolder) {
    Run run = RunReader.read(runFolder);
    RunAnalysis analysis = Analysis.of(run, slo.request());
    GateReport gate = new GateReport(SloGate.judge(slo, run, analysis), changes(run, analysis));
    return new Measured(run, analysis, slo.request(), gate);
  }

  /** The verdicts on a run that is not yet over, for Gatling's log. */
  List<SloResponse> responses(Path runFolder) {
    Run run = RunReader.read(runFolder);
    List<Verdict> verdicts = SloGate.judge(slo, run, Analysis.of(run, slo.request()));
    return verdicts.stream()
        .map(v -> new SloResponse(v.name(), v.fails(), v.kind().word() + ": " + v.reason()))
        .toList();
  }

  private List<Change> changes(Run run, RunAnalysis analysis) {
    if (RegressionGate.hasPairs(run)) {
      return RegressionGate.paired(run, analysis, slo.regression());
    }
    Path file = baseline(run);
    return Files.isRegularFile(file) || !settings.text("llm.baseline.file").isEmpty()
        ? RegressionGate.against(Baseline.read(file), run, analysis, slo.regression())
        : List.of();
  }

  /** The baseline of a run: the one that is set, else that of its label. */
  Path baseline(Run run) {
    String file = settings.text("llm.baseline.file");
    return file.isEmpty()
        ? BASELINES.resolve(ReportFiles.folderName(run.header().label()) + ".json")
        : Path.of(file);
  }
}
