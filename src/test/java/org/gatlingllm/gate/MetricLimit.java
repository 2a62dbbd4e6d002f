package org.gatlingllm.gate;

import java.util.List;
import org.gatlingllm.metric.Metric;

/**
 * A limit on a quantile, or the mean, of a metric.
 *
 * @param quantile 0 to 1, or NaN for the mean
 */
record MetricLimit(Scope scope, Metric metric, double quantile, Bound bound) implements Limit {

  @Override
  public String words() {
    return statistic() + " " + metric.shortName() + " " + bound.words();
  }

  @Override
  public boolean onGaps() {
    return metric.pooled();
  }

  @Override
  public Judgement judge(List<LoadSample> samples) {
    LoadSample sample = samples.get(0);
    if (Double.isNaN(quantile) || metric.pooled()) {
      return new ClusterJudge(this, sample).judge();
    }
    return new QuantileJudge(this, sample).judge();
  }

  /** The share of requests that may be beyond the bound: 1 − q above it, q below it. */
  double allowed() {
    return bound.atMost() ? 1 - quantile : quantile;
  }

  String statistic() {
    return Double.isNaN(quantile) ? "mean" : Shown.quantile(quantile);
  }
}
