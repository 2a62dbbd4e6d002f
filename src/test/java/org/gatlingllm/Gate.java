package org.gatlingllm;

import static org.gatlingllm.gatling.GateResponse.COMPARISONS;
import static org.gatlingllm.gatling.GateResponse.OBJECTIVES;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.gate.Baseline;
import org.gatlingllm.gate.BaselineException;
import org.gatlingllm.gate.Change;
import org.gatlingllm.gate.GateReport;
import org.gatlingllm.gate.RegressionGate;
import org.gatlingllm.gate.Slo;
import org.gatlingllm.gate.SloGate;
import org.gatlingllm.gate.Verdict;
import org.gatlingllm.gatling.GateResponse;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.ReportFiles;

/** The gates that the settings ask for: objectives, and a baseline or a second server. */
final class Gate {
  /** Where baselines are, one a label. */
  static final Path BASELINES = Path.of("reports", "baseline");

  private static final String NONE = "none";
  private static final String BASELINE = "llm.baseline.file";

  private final Settings settings;
  private final Slo slo;
  private final Path baselines;

  private Gate(Settings settings, Slo slo, Path baselines) {
    this.settings = settings;
    this.slo = slo;
    this.baselines = baselines;
  }

  /**
   * Reads the objectives.
   *
   * @throws IllegalArgumentException when a setting or the file of objectives cannot be used
   */
  static Gate of(Settings settings) {
    return of(settings, BASELINES);
  }

  static Gate of(Settings settings, Path baselines) {
    Slo slo = file(settings.text("llm.slo"));
    String goodput = settings.text("llm.goodput");
    String cost = settings.text("llm.costPerHour");
    Slo good =
        goodput.isEmpty() ? slo : slo.withGoodput(goodput, settings.number("llm.goodputFraction"));
    return new Gate(settings, cost.isEmpty() ? good : good.withCostPerHour(cost), baselines);
  }

  private static Slo file(String name) {
    return switch (name) {
      case "" -> Slo.standard();
      case NONE -> Slo.parse("", NONE);
      default -> Slo.read(Path.of(name));
    };
  }

  /**
   * What is known before the load of a run that will be judged.
   *
   * @param verdicts those that it will get, without their answers: Gatling's assertions need names
   * @param rates of open levels that are a share of a peak, where they are a baseline's: requests
   *     per second by name of the load
   */
  record Asked(List<GateResponse> verdicts, Map<String, Double> rates) {
    static final Asked NOTHING = new Asked(List.of(), Map.of());
  }

  /**
   * What a run of these levels will be asked. A baseline that only lies in its place and is of
   * another workload does not hinder the run: its report will say that nothing was compared.
   *
   * @throws BaselineException when a baseline cannot be read, or {@code llm.baseline.file} names
   *     one of another workload or target
   */
  Asked asked(RunHeader run, List<Level> levels) {
    boolean pairs = RegressionGate.hasPairs(levels);
    Optional<Baseline> baseline = pairs ? Optional.empty() : comparable(run, levels);
    List<GateResponse> verdicts = new ArrayList<>();
    SloGate.names(slo, levels).forEach(name -> verdicts.add(open(OBJECTIVES, name)));
    if (pairs || baseline.isPresent()) {
      RegressionGate.names(slo.regression(), levels)
          .forEach(name -> verdicts.add(open(COMPARISONS, name)));
    }
    return new Asked(List.copyOf(verdicts), baseline.map(Baseline::rates).orElse(Map.of()));
  }

  private static GateResponse open(String group, String name) {
    return new GateResponse(group, name, false, "");
  }

  private Optional<Baseline> comparable(RunHeader run, List<Level> levels) {
    Path file = baseline(run.label());
    if (!isNamed() && !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    Baseline baseline = Baseline.read(file);
    try {
      baseline.checkComparable(run, levels);
      return Optional.of(baseline);
    } catch (BaselineException e) {
      if (isNamed()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /**
   * Reads a run and judges it: objectives, and changes where there is something to compare with.
   */
  Measured measured(Path runFolder) {
    Run run = RunReader.read(runFolder);
    RunAnalysis analysis = Analysis.of(run, slo.request());
    return new Measured(run, analysis, slo.request(), judged(run, analysis));
  }

  /** Objectives stand whatever becomes of the comparison, but half a run passes no gate. */
  private GateReport judged(Run run, RunAnalysis analysis) {
    if (run.lostStreams() > 0) {
      return new GateReport(List.of(), List.of(), lost(run.lostStreams()));
    }
    List<Verdict> verdicts = SloGate.judge(slo, run, analysis);
    if (!run.ended() || run.levels().isEmpty()) {
      return new GateReport(
          verdicts,
          List.of(),
          "cannot judge the whole run: expected one that has come to its end, found "
              + (run.ended() ? "no level in it" : "that it goes on or was stopped")
              + "; judge it when it has ended, or run again");
    }
    return compared(verdicts, run, analysis);
  }

  private GateReport compared(List<Verdict> verdicts, Run run, RunAnalysis analysis) {
    try {
      return new GateReport(verdicts, changes(run, analysis));
    } catch (BaselineException e) {
      return new GateReport(verdicts, List.of(), String.valueOf(e.getMessage()));
    }
  }

  /** What is left of a run may look well, and a level may be gone altogether. */
  private static String lost(long streams) {
    return "cannot judge the run: expected all streams of Gatling's log in streams.jsonl, found "
        + streams
        + " missing (the disk was full or too slow); make room and run again";
  }

  private List<Change> changes(Run run, RunAnalysis analysis) {
    if (RegressionGate.hasPairs(run.levels())) {
      return RegressionGate.paired(run, analysis, slo.regression());
    }
    Path file = baseline(run.header().label());
    return isNamed() || Files.isRegularFile(file)
        ? RegressionGate.against(Baseline.read(file), run, analysis, slo.regression())
        : List.of();
  }

  /**
   * The verdicts on a run that is not yet over, for Gatling's log.
   *
   * @param asked what was promised of it; a comparison of failures is kept where nothing failed
   */
  List<GateResponse> responses(Path runFolder, Asked asked) {
    Run run = RunReader.read(runFolder);
    RunAnalysis analysis = Analysis.of(run, slo.request());
    GateReport gate = compared(SloGate.judge(slo, run, analysis), run, analysis);
    Map<String, GateResponse> comparisons = new LinkedHashMap<>();
    if (gate.refused().isEmpty()) {
      asked.verdicts().stream()
          .filter(v -> v.group().equals(COMPARISONS))
          .forEach(v -> comparisons.put(v.name(), v));
    }
    for (Change c : gate.changes()) {
      String message = c.kind().word() + ": " + c.reason();
      comparisons.put(c.name(), new GateResponse(COMPARISONS, c.name(), c.fails(), message));
    }
    List<GateResponse> responses = new ArrayList<>();
    for (Verdict v : gate.verdicts()) {
      String message = v.kind().word() + ": " + v.reason();
      responses.add(new GateResponse(OBJECTIVES, v.name(), v.fails(), message));
    }
    responses.addAll(comparisons.values());
    return responses;
  }

  /** The baseline of a label: the one that is set, else the one in its place. */
  Path baseline(String label) {
    return isNamed()
        ? Path.of(settings.text(BASELINE))
        : baselines.resolve(ReportFiles.folderName(label) + ".json");
  }

  private boolean isNamed() {
    return !settings.text(BASELINE).isEmpty();
  }
}
