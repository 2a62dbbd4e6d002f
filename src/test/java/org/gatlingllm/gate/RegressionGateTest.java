package org.gatlingllm.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.gatlingllm.gate.Change.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RegressionGateTest {
  /** One level of three repeats on one server; TTFT and gaps with 5 % of noise. */
  private static GateRun run(double ttft, double gap, long seed) {
    GateRun run = new GateRun();
    for (int repeat = 1; repeat <= 3; repeat++) {
      repeat(
          run, "c=2 #" + repeat, repeat, null, new double[] {ttft, gap}, new Random(seed + repeat));
    }
    return run;
  }

  private static void repeat(
      GateRun run,
      String name,
      int repeat,
      @Nullable String target,
      double[] times,
      Random random) {
    run.level(name, 2, repeat, target);
    for (int i = 0; i < 24; i++) {
      run.stream("chat", noisy(times[0], random), noisy(times[1], random));
    }
  }

  private static double noisy(double millis, Random random) {
    return millis * (1 + 0.05 * random.nextGaussian());
  }

  private static List<Change> changes(GateRun before, GateRun after) {
    return RegressionGate.against(
        Baseline.of("b", before.run(), before.analysis()),
        after.run(),
        after.analysis(),
        RegressionRule.STANDARD);
  }

  private static Map<String, Kind> kinds(List<Change> changes) {
    return changes.stream().collect(Collectors.toMap(Change::name, Change::kind));
  }

  @Test
  void whatBecameSlowerIsRegressedAndWhatDidNotIsUnchanged() {
    List<Change> changes = changes(run(100, 10, 1), run(100, 13, 50));
    assertThat(kinds(changes))
        .containsOnly(
            Map.entry("c=2: ttft", Kind.UNCHANGED),
            Map.entry("c=2: itl", Kind.REGRESSED),
            Map.entry("c=2: tpot", Kind.REGRESSED));
    Change itl = changes.stream().filter(c -> c.measure().equals("itl")).findFirst().orElseThrow();
    assertThat(itl.change()).isBetween(0.27, 0.33);
    assertThat(itl.interval().low()).isBetween(0.25, itl.change());
    assertThat(itl.requestsAfter()).isEqualTo(72);
    assertThat(itl.sentence())
        .startsWith("c=2: itl: regressed: 10")
        .contains(" ms → ", "change +", "n = 72 and 72; the whole interval is worse than 10 %");
    assertThat(GateOutcome.of(List.of(), changes)).isEqualTo(GateOutcome.FAILED);
  }

  @Test
  void whatBecameFasterIsImproved() {
    List<Change> changes = changes(run(100, 13, 1), run(100, 10, 50));
    assertThat(kinds(changes)).containsEntry("c=2: itl", Kind.IMPROVED);
    assertThat(GateOutcome.of(List.of(), changes)).isEqualTo(GateOutcome.PASSED);
  }

  @Test
  void changeWithinTheNoiseThresholdIsUnchanged() {
    assertThat(kinds(changes(run(100, 10, 1), run(104, 10.4, 50))))
        .doesNotContainValue(Kind.REGRESSED);
    assertThat(kinds(changes(run(100, 10, 1), run(104, 10.4, 50))))
        .doesNotContainValue(Kind.INCONCLUSIVE);
  }

  @Test
  void changeAtTheThresholdIsInconclusiveAndFailsWhereNearlyAllAre() {
    List<Change> changes = changes(run(100, 10, 1), run(110, 11, 50));
    assertThat(kinds(changes).values()).containsOnly(Kind.INCONCLUSIVE);
    assertThat(changes).allMatch(Change::fails);
    assertThat(GateOutcome.of(List.of(), changes)).isEqualTo(GateOutcome.INCONCLUSIVE);
  }

  @Test
  void verdictIsReproducible() {
    assertThat(changes(run(100, 10, 1), run(108, 11, 50)))
        .isEqualTo(changes(run(100, 10, 1), run(108, 11, 50)));
  }

  @Test
  void oneRequestSaysNothing() {
    GateRun one = new GateRun().level("c=1", 1).streams(10, 100);
    List<Change> changes = changes(one, new GateRun().level("c=1", 1).streams(20, 200));
    assertThat(kinds(changes).values()).containsOnly(Kind.INCONCLUSIVE);
    assertThat(changes.get(0).reason()).isEqualTo("too few requests: add requests or repeats");
  }

  @Test
  void metricThatIsGoneIsInconclusive() {
    GateRun failed = new GateRun();
    for (int repeat = 1; repeat <= 3; repeat++) {
      failed.level("c=2 #" + repeat, 2, repeat, null).failures(24);
    }
    List<Change> changes = changes(run(100, 10, 1), failed);
    assertThat(kinds(changes))
        .containsEntry("c=2: ttft", Kind.INCONCLUSIVE)
        .containsEntry("c=2: errors", Kind.REGRESSED);
  }

  @Test
  void failuresThatAreNewAreARegression() {
    GateRun failing = new GateRun();
    for (int repeat = 1; repeat <= 3; repeat++) {
      failing.level("c=2 #" + repeat, 2, repeat, null).failures(4);
      Random random = new Random(repeat);
      for (int i = 0; i < 20; i++) {
        failing.stream("chat", noisy(100, random), noisy(10, random));
      }
    }
    Change errors =
        changes(run(100, 10, 1), failing).stream()
            .filter(c -> c.measure().equals("errors"))
            .findFirst()
            .orElseThrow();
    assertThat(errors.kind()).isEqualTo(Kind.REGRESSED);
    assertThat(errors.before()).isEqualTo("0 %");
    assertThat(errors.after()).isEqualTo("16.7 %");
    assertThat(errors.reason()).startsWith("more failed, and not by chance (p = ");
  }

  private static GateRun open(double requestsPerSecond, double gap) {
    GateRun run = new GateRun();
    for (int repeat = 1; repeat <= 3; repeat++) {
      run.openLevel("rate=90% #" + repeat, repeat, requestsPerSecond);
      Random random = new Random(repeat);
      for (int i = 0; i < 24; i++) {
        run.stream("chat", noisy(100, random), noisy(gap, random));
      }
    }
    return run;
  }

  @Test
  void sharesThatAreOtherRatesAreNotComparedHoweverClearItLooks() {
    assertThat(kinds(changes(open(4, 10), open(4.05, 13))))
        .containsEntry("rate=90%: itl", Kind.REGRESSED);
    List<Change> changes = changes(open(4, 10), open(3.5, 13));
    assertThat(kinds(changes).values()).containsOnly(Kind.INCONCLUSIVE);
    assertThat(changes.get(0).reason())
        .isEqualTo(
            "the loads differ: 4 requests/s before and 3.5 now; run again with the baseline in"
                + " place, from which shares of the peak are taken then");
    assertThat(changes).allMatch(Change::fails);
  }

  @Test
  void baselineKeepsTheRatesOfItsOpenLevels() {
    GateRun run = open(4, 10);
    Baseline made = Baseline.of("b", run.run(), run.analysis());
    assertThat(BaselineJson.parse(BaselineJson.text(made), "b.json").rates())
        .containsExactly(Map.entry("rate=90%", 4.0));
    GateRun closed = run(100, 10, 1);
    assertThat(Baseline.of("b", closed.run(), closed.analysis()).rates()).isEmpty();
  }

  @Test
  void namesAreKnownBeforeTheLoad() {
    GateRun run = run(100, 10, 1);
    assertThat(RegressionGate.names(RegressionRule.STANDARD, run.run().levels()))
        .containsExactly("c=2: ttft", "c=2: itl", "c=2: tpot", "c=2: errors");
  }

  /** Both servers in turn, A B B A A B, on a machine that gets slower all the time. */
  private static GateRun alternating(double factor) {
    return alternating(factor, List.of("1a", "1b", "2b", "2a", "3a", "3b", "4b", "4a"));
  }

  private static GateRun alternating(double factor, List<String> steps) {
    GateRun run = new GateRun();
    Random random = new Random(3);
    double drift = 1;
    for (String step : steps) {
      String target = step.substring(1);
      int repeat = Integer.parseInt(step.substring(0, 1));
      double slower = drift * (target.equals("a") ? factor : 1);
      repeat(
          run,
          "c=2 #" + repeat + " @" + target,
          repeat,
          target,
          new double[] {100 * slower, 10 * slower},
          random);
      drift *= 1.15;
    }
    return run;
  }

  private static List<Change> paired(GateRun run) {
    return RegressionGate.paired(run.run(), run.analysis(), RegressionRule.STANDARD);
  }

  @Test
  void driftOfTheMachineCancelsBetweenPairs() {
    assertThat(RegressionGate.hasPairs(alternating(1).run().levels())).isTrue();
    assertThat(kinds(paired(alternating(1)))).doesNotContainValue(Kind.REGRESSED);
    assertThat(paired(alternating(1)))
        .allSatisfy(c -> assertThat(c.change()).isBetween(-0.05, 0.05));
    assertThat(paired(alternating(1.5)))
        .allSatisfy(c -> assertThat(c.change()).isBetween(0.45, 0.55));
    assertThat(kinds(paired(alternating(1.5))).values()).containsOnly(Kind.REGRESSED);
  }

  @Test
  void pairsOfOneServerAreRefused() {
    assertThatThrownBy(() -> paired(run(100, 10, 1)))
        .hasMessageContaining("expected levels of both, found c=2 #1")
        .hasMessageContaining("set llm.baseline.baseUrl");
  }
}
