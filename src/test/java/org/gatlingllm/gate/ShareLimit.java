package org.gatlingllm.gate;

import java.util.List;
import org.gatlingllm.analysis.Goodput;
import org.gatlingllm.gate.Verdict.Kind;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;

/**
 * A limit on a share of the requests that were sent and ended.
 *
 * <p>Missed: so many bad ones are not chance (exact binomial test); met: the observed share is
 * within the bound; else inconclusive.
 */
record ShareLimit(Scope scope, Share share, Bound bound) implements Limit {
  /** Which share. */
  enum Share {
    /** Those that failed, rate-limited ones included. */
    ERRORS("error_fraction", true),
    /** Those that met every per-request SLO. */
    GOOD("good_request_fraction", false);

    private final String key;
    private final boolean atMost;

    Share(String key, boolean atMost) {
      this.key = key;
      this.atMost = atMost;
    }

    String key() {
      return key;
    }

    boolean atMost() {
      return atMost;
    }
  }

  @Override
  public boolean onErrors() {
    return share == Share.ERRORS;
  }

  @Override
  public String words() {
    return share.key() + " " + bound.words();
  }

  @Override
  public Judgement judge(List<LoadSample> samples) {
    List<RequestRecord> ended = samples.get(0).ended();
    int n = ended.size();
    if (n == 0) {
      return Judgement.absent(0, "no request of this level ended: nothing to judge");
    }
    boolean good = share == Share.GOOD;
    int bad =
        (int)
            ended.stream()
                .filter(r -> !(good ? Goodput.met(r, samples.get(0).slo()) : ok(r)))
                .count();
    double observed = good ? (double) (n - bad) / n : (double) bad / n;
    double allowed = good ? 1 - bound.value() : bound.value();
    return new Judgement(
        kind(BinomialShare.breached(bad, n, allowed), observed),
        Shown.percent(observed),
        n,
        interval(good, BinomialShare.interval(bad, n)),
        bad
            + " of "
            + Shown.count(n, "request")
            + (good ? " not good" : " failed")
            + " ("
            + Shown.probability(BinomialShare.probability(bad, n, allowed))
            + ")");
  }

  private Kind kind(boolean breached, double observed) {
    if (breached) {
      return Kind.MISSED;
    }
    return bound.keeps(observed) ? Kind.MET : Kind.INCONCLUSIVE;
  }

  private static boolean ok(RequestRecord request) {
    return request.outcome() == Outcome.OK;
  }

  private static String interval(boolean good, Interval bad) {
    return good
        ? Shown.interval(Shown.percent(1 - bad.high()), Shown.percent(1 - bad.low()))
        : Shown.interval(Shown.percent(bad.low()), Shown.percent(bad.high()));
  }
}
