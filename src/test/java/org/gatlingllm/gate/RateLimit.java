package org.gatlingllm.gate;

import java.util.List;
import org.gatlingllm.gate.Verdict.Kind;

/**
 * A limit on a rate. Missed: the whole interval is beyond the bound; met: the observed rate is
 * within it; else inconclusive.
 */
record RateLimit(Scope scope, Rate rate, Bound bound) implements Limit {

  @Override
  public String words() {
    return rate.key() + " " + bound.words();
  }

  @Override
  public Judgement judge(List<LoadSample> samples) {
    RateEstimate estimate = rate.of(samples.get(0));
    int n = samples.get(0).ended().size();
    if (Double.isNaN(estimate.value())) {
      return Judgement.absent(n, "this level has no " + rate.key() + ": nothing to judge");
    }
    return new Judgement(
        kind(bound, estimate.value(), estimate.low(), estimate.high()),
        rate.shown(estimate.value()),
        n,
        Shown.interval(rate.shown(estimate.low()), rate.shown(estimate.high())),
        "the interval from ten slices of each window");
  }

  static Kind kind(Bound bound, double observed, double low, double high) {
    if (bound.atMost() ? low > bound.value() : high < bound.value()) {
      return Kind.MISSED;
    }
    return bound.keeps(observed) ? Kind.MET : Kind.INCONCLUSIVE;
  }
}
