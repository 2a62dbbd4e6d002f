package org.gatlingllm.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.gatlingllm.gate.Verdict.Kind;
import org.junit.jupiter.api.Test;

final class SloGateTest {
  private static final String P95 = "limits = [{ level = \"c=1\", ttft.p95 = \"<= 200 ms\" }]";

  /** One level of 24 requests, of which so many have 300 ms to the first token, others 100 ms. */
  private static GateRun late(int late) {
    return new GateRun().level("c=1", 1).streams(10, mixed(24, late));
  }

  private static double[] mixed(int n, int late) {
    double[] ttft = new double[n];
    Arrays.fill(ttft, 100);
    Arrays.fill(ttft, 0, late, 300);
    return ttft;
  }

  @Test
  void verdictIsNamedForPeopleAndSaysAllNumbers() {
    Verdict verdict = late(0).only(P95);
    assertThat(verdict.name()).isEqualTo("c=1: p95 ttft ≤ 200 ms");
    assertThat(verdict.required()).isEqualTo("≤ 200 ms");
    assertThat(verdict.observed()).isEqualTo("100 ms");
    assertThat(verdict.n()).isEqualTo(24);
    assertThat(verdict.sentence())
        .isEqualTo(
            "c=1: p95 ttft ≤ 200 ms: met: observed 100 ms (100 ms to –), n = 24;"
                + " 0 of 24 requests beyond it (p = 1)");
    assertThat(verdict.fails()).isFalse();
  }

  @Test
  void fourOfTwentyFourRequestsBeyondProveThatP95IsMissed() {
    // P(X ≥ 4), X ~ B(24, 0.05), is 0.0298; P(X ≥ 3) is 0.116
    assertThat(late(4).only(P95).kind()).isEqualTo(Kind.MISSED);
    assertThat(late(4).only(P95).reason()).contains("4 of 24 requests beyond it (p = 0.0298)");
    assertThat(late(3).only(P95).kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(late(3).only(P95).fails()).isTrue();
    assertThat(late(1).only(P95).kind()).isEqualTo(Kind.MET);
  }

  @Test
  void limitThatIsJustKeptIsRarelyCalledMissed() {
    // the share beyond is exactly the allowed one: the test's own size
    double missed = 0;
    for (int beyond = 0; beyond <= 24; beyond++) {
      double chance = new BinomialDistribution(null, 24, 0.05).probability(beyond);
      missed += BinomialShare.breached(beyond, 24, 0.05) ? chance : 0;
    }
    assertThat(missed).isBetween(0.01, 0.05);
  }

  @Test
  void quantileThatTheSampleIsTooSmallForIsNoPass() {
    Verdict verdict = late(0).only("limits = [{ level = \"c=1\", ttft.p99 = \"<= 200 ms\" }]");
    assertThat(verdict.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("p99 needs 100 requests");
    assertThat(verdict.fails()).isTrue();
  }

  @Test
  void inconclusiveIsToleratedWhereTheSloSaysSo() {
    Verdict verdict =
        late(3)
            .only(
                "limits = [{ level = \"c=1\", allowInconclusive = true, ttft.p95 = \"<= 200 ms\""
                    + " }]");
    assertThat(verdict.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(verdict.tolerated()).isTrue();
    assertThat(verdict.fails()).isFalse();
    assertThat(late(4).only("allowInconclusive = true\n" + P95).fails()).isTrue();
  }

  @Test
  void requestThatFailedHadNoTokenInTime() {
    GateRun run = new GateRun().level("c=1", 1).streams(10, mixed(20, 0)).failures(4);
    Verdict verdict = run.only(P95);
    assertThat(verdict.kind()).isEqualTo(Kind.MISSED);
    assertThat(verdict.n()).isEqualTo(24);
    assertThat(verdict.observed()).isEqualTo("–");
    assertThat(verdict.reason()).contains("4 of them without any token");
  }

  @Test
  void metricThatNoRequestHasIsNoPass() {
    Verdict verdict =
        late(0).only("limits = [{ level = \"c=1\", cached_tokens.p50 = \">= 10 tokens\" }]");
    assertThat(verdict.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("no request of this level has a cached_tokens");
  }

  @Test
  void levelThatTheRunDoesNotHaveIsNoPassAndNamesThoseThere() {
    Verdict verdict = late(0).only("limits = [{ level = \"c=16\", ttft.p95 = \"<= 200 ms\" }]");
    assertThat(verdict.name()).isEqualTo("c=16: p95 ttft ≤ 200 ms");
    assertThat(verdict.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(verdict.fails()).isTrue();
    assertThat(verdict.reason()).contains("no level 'c=16', only: c=1");
  }

  @Test
  void everyLimitIsJudgedNotOnlyTheFirst() {
    List<Verdict> verdicts =
        late(24)
            .judge(
                "limits = [{ level = \"c=1\", ttft { p50 = \"<= 1 ms\", p95 = \"<= 2 ms\" },"
                    + " error_fraction = \"<= 0 %\" }]");
    assertThat(verdicts)
        .extracting(Verdict::name, Verdict::kind)
        .containsExactlyInAnyOrder(
            tuple("c=1: p50 ttft ≤ 1 ms", Kind.MISSED),
            tuple("c=1: p95 ttft ≤ 2 ms", Kind.MISSED),
            tuple("c=1: error_fraction ≤ 0 %", Kind.MET));
  }

  @Test
  void namesAreKnownBeforeTheLoad() {
    GateRun run = late(0).level("c=2", 2).streams(10, mixed(24, 0));
    Slo slo =
        Slo.parse("limits = [{ ttft.p95 = \"<= 200 ms\" }, { level = open, ttft.p50 = 1 s }]", "x");
    assertThat(SloGate.names(slo, run.run().levels()))
        .containsExactly("c=1: p95 ttft ≤ 200 ms", "c=2: p95 ttft ≤ 200 ms", "open: p50 ttft ≤ 1 s")
        .containsExactlyElementsOf(
            SloGate.judge(slo, run.run(), run.analysis()).stream().map(Verdict::name).toList());
  }

  @Test
  void repeatsOfALoadAreOneSampleAndTheOtherServerIsNotJudged() {
    GateRun run =
        new GateRun()
            .level("c=1 #1 @a", 1, 1, "a")
            .streams(10, mixed(12, 0))
            .level("c=1 #1 @b", 1, 1, "b")
            .streams(10, mixed(12, 12))
            .level("c=1 #2 @a", 1, 2, "a")
            .streams(10, mixed(12, 0));
    Verdict verdict = run.only(P95);
    assertThat(verdict.name()).isEqualTo("c=1: p95 ttft ≤ 200 ms");
    assertThat(verdict.n()).isEqualTo(24);
    assertThat(verdict.kind()).isEqualTo(Kind.MET);
  }

  @Test
  void limitOfOneRequestNameLooksAtNoOther() {
    GateRun run = late(0);
    for (int i = 0; i < 24; i++) {
      run.stream("summary", 900, 10);
    }
    Verdict verdict =
        run.only("limits = [{ level = \"c=1\", request = chat, ttft.p95 = \"<= 200 ms\" }]");
    assertThat(verdict.name()).isEqualTo("c=1 chat: p95 ttft ≤ 200 ms");
    assertThat(verdict.n()).isEqualTo(24);
    assertThat(verdict.kind()).isEqualTo(Kind.MET);
  }

  @Test
  void lateClientMakesNothingLookBetterSoThatWhatIsMetIsMet() {
    assertThat(late(0).lagging().only(P95).kind()).isEqualTo(Kind.MET);
    assertThat(late(0).lagging().only("limits = [{ itl.p50 = \"<= 20 ms\" }]").kind())
        .as("gaps may be too short")
        .isEqualTo(Kind.INCONCLUSIVE);
  }

  @Test
  void levelThatHeldFewerUsersThanAskedIsNoPass() {
    GateRun run = new GateRun().level("c=1", 8);
    for (int i = 0; i < 4; i++) {
      run.stream("chat", 100, 10);
    }
    Verdict verdict = run.only("limits = [{ error_fraction = \"<= 0 %\" }]");
    assertThat(verdict.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(verdict.reason()).startsWith("would be met, but the level is suspect: ");
  }

  @Test
  void suspectLevelProvesNoBreach() {
    Verdict verdict = late(24).lagging().only(P95);
    assertThat(verdict.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(verdict.reason()).startsWith("would be missed, but the level is suspect: ");
  }

  @Test
  void gapsOfOneTornRequestDoNotProveThatAllAreSlow() {
    String p90 = "limits = [{ level = \"c=1\", itl.p90 = \"<= 20 ms\" }]";
    GateRun torn = new GateRun().level("c=1", 1);
    for (int i = 0; i < 6; i++) {
      // 10 of 60 gaps are slow, 17 % where 10 % may be, but all in one request
      torn.gaps("chat", 100, 10, 50, i == 0 ? 10 : 0);
    }
    assertThat(torn.only(p90).kind()).isEqualTo(Kind.INCONCLUSIVE);
    GateRun slow = new GateRun().level("c=1", 1);
    for (int i = 0; i < 24; i++) {
      slow.gaps("chat", 100, 10, 50, 3);
    }
    assertThat(slow.only(p90).kind()).isEqualTo(Kind.MISSED);
    assertThat(late(0).only(p90).kind()).isEqualTo(Kind.MET);
  }

  @Test
  void meanIsJudgedByItsInterval() {
    assertThat(late(3).only("limits = [{ ttft.mean = \"<= 200 ms\" }]").kind()).isEqualTo(Kind.MET);
    assertThat(late(3).only("limits = [{ ttft.mean = \"<= 90 ms\" }]").kind())
        .isEqualTo(Kind.MISSED);
    assertThat(late(3).only("limits = [{ ttft.mean = \"<= 120 ms\" }]").kind())
        .isEqualTo(Kind.INCONCLUSIVE);
  }

  @Test
  void everyFailureBreaksALimitOfNone() {
    GateRun run = new GateRun().level("c=1", 1).streams(10, mixed(23, 0)).failures(1);
    assertThat(run.only("limits = [{ error_fraction = \"<= 0 %\" }]").kind())
        .isEqualTo(Kind.MISSED);
    assertThat(run.only("limits = [{ error_fraction = \"<= 1 %\" }]").kind())
        .isEqualTo(Kind.INCONCLUSIVE);
    assertThat(run.only("limits = [{ error_fraction = \"<= 5 %\" }]").kind()).isEqualTo(Kind.MET);
  }

  @Test
  void goodFractionCountsFailedRequests() {
    String slo =
        "goodput { ttft = \"<= 200 ms\" }\nlimits = [{ good_request_fraction = \">= 95 %\" }]";
    GateRun run = new GateRun().level("c=1", 1).streams(10, mixed(22, 2)).failures(2);
    Verdict verdict = run.only(slo);
    assertThat(verdict.observed()).isEqualTo("83.3 %");
    assertThat(verdict.reason()).startsWith("4 of 24 requests not good");
    assertThat(verdict.kind()).isEqualTo(Kind.MISSED);
  }

  @Test
  void leastThroughputIsJudgedByItsInterval() {
    // 11 tokens in 200 ms: 55 tokens a second
    assertThat(late(0).only("limits = [{ output_token_throughput = \">= 50 tok/s\" }]").kind())
        .isEqualTo(Kind.MET);
    Verdict missed = late(0).only("limits = [{ output_token_throughput = \">= 80 tok/s\" }]");
    assertThat(missed.kind()).isEqualTo(Kind.MISSED);
    assertThat(missed.observed()).isEqualTo("55 tok/s");
    assertThat(late(0).only("limits = [{ output_token_throughput = \">= 56 tok/s\" }]").kind())
        .isEqualTo(Kind.INCONCLUSIVE);
  }

  @Test
  void capacityIsTheHighestClosedLevelThatKeepsALimit() {
    GateRun run =
        late(0)
            .level("c=4", 4)
            .streams(10, mixed(24, 0))
            .level("c=8", 8)
            .streams(10, mixed(24, 24));
    String slo = "capacity = [{ ttft.p95 = \"<= 200 ms\", at_least = \"%s users\" }]";
    Verdict met = run.only(String.format(slo, 4));
    assertThat(met.name()).isEqualTo("closed: capacity with p95 ttft ≤ 200 ms ≥ 4 users");
    assertThat(met.kind()).isEqualTo(Kind.MET);
    assertThat(met.observed()).isEqualTo("4 users");
    assertThat(run.only(String.format(slo, 8)).kind()).isEqualTo(Kind.MISSED);
    Verdict untried = run.only(String.format(slo, 16));
    assertThat(untried.kind()).isEqualTo(Kind.INCONCLUSIVE);
    assertThat(untried.reason()).contains("no closed level of 16 users or more was run");
  }

  @Test
  void deadlineAndCostFollowFromTheRates() {
    // five requests a second, 55 tokens a second
    String jobs = "offline = [{ level = \"c=1\", jobs = \"1000 jobs\", deadline = \"%s\" }]";
    assertThat(late(0).only(String.format(jobs, "300 s")).kind()).isEqualTo(Kind.MET);
    Verdict late = late(0).only(String.format(jobs, "100 s"));
    assertThat(late.kind()).isEqualTo(Kind.MISSED);
    assertThat(late.observed()).isEqualTo("200 s");
    assertThat(late.name()).isEqualTo("c=1: makespan of 1000 jobs ≤ 100 s");
    String cost = "offline = [{ cost_per_million_output_tokens = \"<= 20 EUR\" }]\n";
    Verdict met = late(0).only(cost + "costPerHour = \"2 EUR\"");
    assertThat(met.observed()).isEqualTo("10.1 EUR");
    assertThat(met.kind()).isEqualTo(Kind.MET);
    assertThat(late(0).only(cost).reason()).contains("set costPerHour");
    assertThat(late(0).only(cost + "costPerHour = \"2 USD\"").reason()).contains("one currency");
  }

  @Test
  void shortFormGatesTheGoodFraction() {
    Slo slo = Slo.parse("", "x").withGoodput("ttft:200 tpot:50 e2el:5000", 0.95);
    GateRun run = late(4);
    List<Verdict> verdicts = SloGate.judge(slo, run.run(), run.analysis());
    assertThat(verdicts)
        .extracting(Verdict::name)
        .containsExactly("c=1: good_request_fraction ≥ 95 %");
    assertThat(verdicts.get(0).kind()).isEqualTo(Kind.MISSED);
  }
}
