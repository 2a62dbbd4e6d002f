package org.gatlingllm;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.gate.Baseline;
import org.gatlingllm.gate.Change;
import org.gatlingllm.gate.Change.Kind;
import org.gatlingllm.gate.GateOutcome;
import org.gatlingllm.gate.RegressionGate;
import org.gatlingllm.gate.RegressionRule;
import org.gatlingllm.metric.Run;

/**
 * How often the regression gate is right: runs of the simulated server's model in virtual time,
 * compared with each other, where it is known what changed. {@code mvn test-compile exec:java
 * -Dexec.mainClass=org.gatlingllm.RegressionStudy}; an argument is the number of seeds (default 5).
 */
public final class RegressionStudy {
  private static final int SEEDS = 5;

  private RegressionStudy() {}

  /**
   * What was found in a number of comparisons of runs.
   *
   * @param decode factor on the time of decode steps in the second run: 1 for equal runs
   * @param runs comparisons of runs
   * @param flagged of these, with anything called regressed
   * @param unsure of these, with nothing regressed and too much inconclusive
   * @param verdicts over all runs, one a level and metric
   * @param inconclusive of these
   */
  record Row(double decode, int runs, int flagged, int unsure, int verdicts, int inconclusive) {
    double inconclusiveShare() {
      return (double) inconclusive / verdicts;
    }
  }

  /** Prints the table. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    int seeds = arguments.length == 0 ? SEEDS : Integer.parseInt(arguments[0]);
    out.println(
        "| seed | second run | comparisons | flagged | inconclusive runs | inconclusive verdicts"
            + " |");
    out.println("| --: | :-- | --: | --: | --: | --: |");
    for (int seed = 1; seed <= seeds; seed++) {
      out.println(line(seed, "equal", row(1, 40, seed)));
      out.println(line(seed, "decode 15 % slower", row(1.15, 20, seed)));
      out.println(line(seed, "decode 3 % slower", row(1.03, 20, seed)));
    }
  }

  /** Compares so many pairs of runs. */
  static Row row(double decode, int runs, long seed) {
    int flagged = 0;
    int unsure = 0;
    List<Change> all = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      // far apart, so that no two runs of the study share the noise of a level
      long base = seed * 1_000_000 + i * 2_000L;
      List<Change> changes = compare(decode, base);
      GateOutcome outcome = GateOutcome.of(List.of(), changes);
      flagged += outcome == GateOutcome.FAILED ? 1 : 0;
      unsure += outcome == GateOutcome.INCONCLUSIVE ? 1 : 0;
      all.addAll(changes);
    }
    int inconclusive = (int) all.stream().filter(c -> c.kind() == Kind.INCONCLUSIVE).count();
    return new Row(decode, runs, flagged, unsure, all.size(), inconclusive);
  }

  /** Compares one pair of runs. */
  static List<Change> compare(double decode, long seed) {
    Run before = VirtualRun.of(1, seed);
    Run after = VirtualRun.of(decode, seed + 1_000);
    Baseline baseline = Baseline.of("study", before, Analysis.of(before, RequestSlo.none()));
    return RegressionGate.against(
        baseline, after, Analysis.of(after, RequestSlo.none()), RegressionRule.STANDARD);
  }

  private static String line(int seed, String what, Row row) {
    return String.format(
        Locale.ROOT,
        "| %d | %s | %d | %d | %d | %d of %d (%.1f %%) |",
        seed,
        what,
        row.runs(),
        row.flagged(),
        row.unsure(),
        row.inconclusive(),
        row.verdicts(),
        100 * row.inconclusiveShare());
  }
}
