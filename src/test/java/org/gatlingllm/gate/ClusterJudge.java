package org.gatlingllm.gate;

import java.util.Arrays;
import java.util.List;
import org.gatlingllm.gate.Verdict.Kind;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Interval;

/**
 * Judges a mean, or a quantile of a metric with many samples a request, by a bootstrap over
 * requests.
 *
 * <ul>
 *   <li>Missed: of resamples of the requests, 95 % are beyond the bound (of a quantile: have more
 *       samples beyond it than the quantile allows).
 *   <li>Met: not missed, the observed number is within the bound, and the sample is large enough:
 *       five requests, and for a quantile one sample expected beyond it.
 *   <li>Inconclusive: all else.
 * </ul>
 */
final class ClusterJudge {
  private final MetricLimit limit;
  private final List<double[]> requests;
  private final long seed;

  ClusterJudge(MetricLimit limit, LoadSample sample) {
    this.limit = limit;
    this.seed = sample.seed();
    this.requests =
        sample.ended().stream()
            .map(r -> LoadSample.samples(limit.metric(), r))
            .filter(s -> s.length > 0)
            .toList();
  }

  Judgement judge() {
    if (requests.size() < RatioBootstrap.FEWEST_CLUSTERS) {
      return Judgement.absent(
          requests.size(),
          "needs "
              + RatioBootstrap.FEWEST_CLUSTERS
              + " requests with a "
              + limit.metric().shortName()
              + ", found "
              + requests.size());
    }
    return Double.isNaN(limit.quantile()) ? mean() : quantile();
  }

  private Judgement mean() {
    double observed = requests.stream().flatMapToDouble(Arrays::stream).average().orElseThrow();
    Distribution means =
        RatioBootstrap.of(
            requests.stream().map(s -> new double[] {Arrays.stream(s).sum(), s.length}).toList(),
            seed);
    Interval interval =
        new Interval(means.quantile(BinomialShare.ALPHA), means.quantile(1 - BinomialShare.ALPHA));
    boolean missed =
        limit.bound().atMost()
            ? interval.low() > limit.bound().value()
            : interval.high() < limit.bound().value();
    return new Judgement(
        kind(missed, observed, true),
        Shown.value(limit.metric(), observed),
        requests.size(),
        Shown.interval(limit.metric(), interval),
        "the mean by bootstrap over requests");
  }

  private Judgement quantile() {
    List<double[]> beyond =
        requests.stream()
            .map(
                s ->
                    new double[] {
                      Arrays.stream(s).filter(v -> !limit.bound().keeps(v)).count(), s.length
                    })
            .toList();
    double bad = beyond.stream().mapToDouble(b -> b[0]).sum();
    double all = beyond.stream().mapToDouble(b -> b[1]).sum();
    double least = RatioBootstrap.of(beyond, seed).quantile(BinomialShare.ALPHA);
    Distribution gaps = Distribution.pooled(requests, seed);
    double observed = gaps.quantile(limit.quantile());
    return new Judgement(
        kind(least > limit.allowed(), observed, all >= BinomialShare.needed(limit.allowed())),
        Shown.value(limit.metric(), observed),
        requests.size(),
        Shown.interval(limit.metric(), gaps.interval(limit.quantile())),
        Shown.percent(bad / all)
            + " of "
            + Math.round(all)
            + " samples beyond it, at least "
            + Shown.percent(least)
            + " by bootstrap over requests");
  }

  private Kind kind(boolean missed, double observed, boolean enough) {
    if (missed) {
      return Kind.MISSED;
    }
    return enough && limit.bound().keeps(observed) ? Kind.MET : Kind.INCONCLUSIVE;
  }
}
