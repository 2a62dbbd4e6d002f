package org.gatlingllm.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.gatlingllm.gate.Change.Kind;
import org.gatlingllm.metric.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Suspect repeats: what is judged without them, and what is not. */
final class TrustTest {
  private static final String LATE = "is suspect: the client's event loops were late";

  /** Repeats of one load; those that are suspect are three times as slow. */
  private static GateRun repeats(int count, double gap, List<Integer> suspect) {
    GateRun run = new GateRun();
    for (int repeat = 1; repeat <= count; repeat++) {
      run.level("c=2 #" + repeat, 2, repeat, null);
      streams(run, gap, suspect.contains(repeat), repeat);
    }
    return run;
  }

  /** Pairs in the order in which they ran: {@code 1a 1b 2b 2a}; those that are suspect, slow. */
  private static GateRun pairs(String order, double gap, List<String> suspect) {
    GateRun run = new GateRun();
    for (String step : order.split(" ", -1)) {
      int repeat = Integer.parseInt(step.substring(0, 1));
      String target = step.substring(1);
      run.level("c=2 #" + repeat + " @" + target, 2, repeat, target);
      streams(run, target.equals("a") ? gap : 10, suspect.contains(step), repeat);
    }
    return run;
  }

  private static void streams(GateRun run, double gap, boolean suspect, long seed) {
    Random random = new Random(seed);
    double slower = suspect ? 3 : 1;
    for (int i = 0; i < 24; i++) {
      run.stream("chat", slower * noisy(100, random), slower * noisy(gap, random));
    }
    if (suspect) {
      run.lagging();
    }
  }

  private static double noisy(double millis, Random random) {
    return millis * (1 + 0.05 * random.nextGaussian());
  }

  private static List<Change> against(GateRun before, GateRun after) {
    return RegressionGate.against(
        Baseline.of("b", before.run(), before.analysis()),
        after.run(),
        after.analysis(),
        RegressionRule.STANDARD);
  }

  private static List<Change> paired(GateRun run) {
    return RegressionGate.paired(run.run(), run.analysis(), RegressionRule.STANDARD);
  }

  private static Change itl(List<Change> changes) {
    return changes.stream().filter(c -> c.measure().equals("itl")).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_STATUS, 23, MISSED",
    "NOT_A_STREAM, 23, MISSED",
    "ERROR_IN_STREAM, 23, MISSED",
    "TRUNCATED, 23, INCONCLUSIVE",
    "TIMEOUT, 23, INCONCLUSIVE",
    "TIMEOUT, 0, MISSED"
  })
  void lateClientExcusesOnlyFailuresThatMayBeItsOwn(
      Outcome outcome, int endedWell, Verdict.Kind kind) {
    GateRun run = new GateRun().level("c=1", 1).failures(4, outcome).lagging();
    for (int i = 0; i < endedWell; i++) {
      run.stream("chat", 100, 10);
    }
    Verdict errors =
        run.only("limits = [{ error_fraction = \"<= 0 %\", allowInconclusive = true }]");
    assertThat(errors.kind()).isEqualTo(kind);
  }

  @Test
  void levelInWhichNothingEndedIsNoSmallSample() {
    Verdict errors =
        new GateRun()
            .level("c=1", 1)
            .only("limits = [{ error_fraction = \"<= 0 %\", allowInconclusive = true }]");
    assertThat(errors.kind()).isEqualTo(Verdict.Kind.INCONCLUSIVE);
    assertThat(errors.fails()).isTrue();
  }

  private static final GateRun BEFORE = repeats(3, 10, List.of());

  @Test
  void suspectRepeatIsLeftOutAndToldOf() {
    Change same = itl(against(BEFORE, repeats(3, 10, List.of(2))));
    assertThat(same.kind()).isEqualTo(Kind.UNCHANGED);
    assertThat(same.change()).isBetween(-0.05, 0.05);
    assertThat(same.requestsAfter()).isEqualTo(48);
    assertThat(same.reason())
        .startsWith("2 of 3 repeats (#2 " + LATE)
        .endsWith("): no change for the worse beyond 10 %");
    assertThat(itl(against(BEFORE, repeats(3, 13, List.of(2)))).kind()).isEqualTo(Kind.REGRESSED);
  }

  @Test
  void levelOfWhichHalfIsSuspectIsNotJudgedHoweverClearItLooks() {
    Change change = itl(against(BEFORE, repeats(3, 20, List.of(1, 3))));
    assertThat(change.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(change.reason())
        .startsWith("too few repeats can be trusted: #1 " + LATE)
        .contains(", #3 " + LATE);
    assertThat(change.interval().low()).as("shown all the same").isGreaterThan(0.3);
    assertThat(itl(against(BEFORE, repeats(2, 20, List.of(1)))).kind())
        .isEqualTo(Kind.INCONCLUSIVE);
  }

  @Test
  void onlyRepeatIsNotLeftOut() {
    Change change = itl(against(BEFORE, repeats(1, 20, List.of(1))));
    assertThat(change.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(change.reason()).startsWith("the level " + LATE);
  }

  @Test
  void baselineIsMadeOfTheOtherRepeats() {
    GateRun run = repeats(3, 10, List.of(3));
    Baseline made = Baseline.of("b", run.run(), run.analysis());
    assertThat(made.level("c=2").requests()).isEqualTo(48);
    assertThat(itl(against(run, repeats(3, 10, List.of()))).kind()).isEqualTo(Kind.UNCHANGED);
    GateRun bad = repeats(3, 10, List.of(1, 3));
    assertThatThrownBy(() -> Baseline.of("b", bad.run(), bad.analysis()))
        .hasMessageStartingWith(
            "cannot make baseline b: expected levels that can be trusted, found at c=2: too few"
                + " repeats can be trusted: #1 "
                + LATE)
        .hasMessageEndingWith("; run again");
  }

  @Test
  void pairIsLeftOutWhole() {
    Change same = itl(paired(pairs("1a 1b 2b 2a 3a 3b 4b 4a", 10, List.of("3b"))));
    assertThat(same.kind()).isEqualTo(Kind.UNCHANGED);
    assertThat(same.requestsBefore()).isEqualTo(72);
    assertThat(same.requestsAfter()).isEqualTo(72);
    assertThat(same.reason()).startsWith("3 of 4 pairs (#3 @b " + LATE);
    assertThat(itl(paired(pairs("1a 1b 2b 2a 3a 3b", 13, List.of("1a")))).kind())
        .isEqualTo(Kind.REGRESSED);
  }

  @Test
  void pairsOfOneOrderAreNotJudged() {
    Change change = itl(paired(pairs("1a 1b 2b 2a 3a 3b", 20, List.of("2b"))));
    assertThat(change.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(change.reason())
        .startsWith(
            "the pairs left ran in one order, so that a drift of the machine would look like a"
                + " change: 2 of 3 pairs (#2 @b "
                + LATE);
  }

  @Test
  void halfOfThePairsIsTooFew() {
    Change change = itl(paired(pairs("1a 1b 2b 2a 3a 3b 4b 4a", 20, List.of("1a", "4b"))));
    assertThat(change.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(change.reason()).startsWith("too few pairs can be trusted: #1 @a " + LATE);
  }

  @Test
  void pairOfACutRunIsLeftOut() {
    Change change = itl(paired(pairs("1a 1b 2b 2a 3a", 10, List.of())));
    assertThat(change.kind()).isEqualTo(Kind.UNCHANGED);
    assertThat(change.reason()).startsWith("2 of 3 pairs (#3 ran on one server only)");
  }

  @Test
  void limitIsJudgedOnTheOtherRepeats() {
    String p50 = "limits = [{ ttft.p50 = \"<= %s ms\" }]";
    GateRun run = repeats(3, 10, List.of(2));
    Verdict missed = run.only(String.format(p50, 50));
    assertThat(missed.kind()).isEqualTo(Verdict.Kind.MISSED);
    assertThat(missed.n()).isEqualTo(48);
    assertThat(missed.reason())
        .startsWith("2 of 3 repeats (#2 " + LATE)
        .endsWith("48 of 48 requests beyond it (p < 0.0001)");
    Verdict kept = run.only("limits = [{ ttft.p90 = \"<= 150 ms\" }]");
    assertThat(kept.kind()).as("missed with the suspect repeat").isEqualTo(Verdict.Kind.MET);
    Verdict open = repeats(3, 10, List.of(1, 2)).only(String.format(p50, 50));
    assertThat(open.kind()).isEqualTo(Verdict.Kind.INCONCLUSIVE);
    assertThat(open.reason())
        .startsWith("would be missed, but too few repeats can be trusted: #1 " + LATE);
  }

  @Test
  void failuresOfASuspectRepeatAreNotForgotten() {
    GateRun run = new GateRun();
    for (int repeat = 1; repeat <= 3; repeat++) {
      run.level("c=2 #" + repeat, 2, repeat, null);
      streams(run, 10, false, repeat);
      if (repeat == 2) {
        run.failures(20).lagging();
      }
    }
    Verdict errors = run.only("limits = [{ error_fraction = \"<= 0 %\" }]");
    assertThat(errors.kind()).isEqualTo(Verdict.Kind.INCONCLUSIVE);
    assertThat(errors.reason())
        .startsWith("would be missed, but not in 2 of 3 repeats (#2 " + LATE);
    Change change =
        against(BEFORE, run).stream()
            .filter(c -> c.measure().equals("errors"))
            .findFirst()
            .orElseThrow();
    assertThat(change.kind()).isEqualTo(Kind.REGRESSED);
    assertThat(change.requestsAfter()).isEqualTo(92);
  }
}
