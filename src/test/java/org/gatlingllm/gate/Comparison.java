package org.gatlingllm.gate;

import java.util.Optional;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.gatlingllm.gate.Change.Kind;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Metric.Better;
import org.jspecify.annotations.Nullable;

/**
 * One metric, or the failures, of one load before and now; its answer waits for the others, because
 * many comparisons are corrected together.
 */
final class Comparison {
  private static final int REPEATS_OF_THEIR_OWN = 5;

  private final LoadState before;
  private final LoadState after;
  private final @Nullable Metric metric;
  private final Effect effect;
  private final double threshold;

  private Comparison(
      LoadState before, LoadState after, @Nullable Metric metric, Effect effect, double threshold) {
    this.before = before;
    this.after = after;
    this.metric = metric;
    this.effect = effect;
    this.threshold = threshold;
  }

  /**
   * Compares a metric. From five repeats on both sides, whole repeats are drawn, and not blocks.
   *
   * @param paired whether the repeats of both sides ran next to each other
   */
  static Comparison of(
      LoadState before,
      LoadState after,
      Metric metric,
      boolean paired,
      double threshold,
      long seed) {
    Optional<MetricState> b = before.metric(metric);
    Optional<MetricState> a = after.metric(metric);
    if (b.isEmpty() || a.isEmpty()) {
      return new Comparison(before, after, metric, Effect.UNKNOWN, threshold);
    }
    boolean whole =
        Math.min(b.get().blocks().size(), a.get().blocks().size()) >= REPEATS_OF_THEIR_OWN;
    double[][] logsBefore = b.get().logs(whole);
    double[][] logsAfter = a.get().logs(whole);
    return new Comparison(
        before,
        after,
        metric,
        paired
            ? Effect.paired(logsBefore, logsAfter, seed)
            : Effect.unpaired(logsBefore, logsAfter, after.repeatsAlike(), seed),
        threshold);
  }

  /** Compares the shares of failed requests, by Fisher's exact test. */
  static Comparison ofErrors(LoadState before, LoadState after, double threshold) {
    return new Comparison(before, after, null, Effect.UNKNOWN, threshold);
  }

  /** How probable what was seen is where nothing is worse by more than the threshold. */
  double probabilityOfNoRegression() {
    if (metric == null) {
      return probabilityOfSoManyErrors();
    }
    return !judgeable()
        ? 1
        : moreIsWorse()
            ? effect.probabilityOfAtMost(threshold)
            : effect.probabilityOfAtLeast(-threshold);
  }

  /** How probable what was seen is where nothing is better by more than the threshold. */
  double probabilityOfNoImprovement() {
    if (metric == null || !judgeable()) {
      return 1;
    }
    return moreIsWorse()
        ? effect.probabilityOfAtLeast(-threshold)
        : effect.probabilityOfAtMost(threshold);
  }

  /**
   * The answer.
   *
   * @param regression largest probability that is called regressed
   * @param improvement largest probability that is called improved
   */
  Change change(double regression, double improvement) {
    Kind kind = kind(regression, improvement);
    return new Change(
        after.name(),
        metric == null ? "errors" : metric.shortName(),
        kind,
        shown(before),
        shown(after),
        metric == null ? Double.NaN : effect.change(),
        effect.interval(),
        before.requests(),
        after.requests(),
        reason(kind),
        false);
  }

  private Kind kind(double regression, double improvement) {
    if (metric != null && !judgeable()) {
      return Kind.INCONCLUSIVE;
    }
    if (probabilityOfNoRegression() <= regression) {
      return Kind.REGRESSED;
    }
    if (metric == null) {
      return share(after) - share(before) > threshold ? Kind.INCONCLUSIVE : Kind.UNCHANGED;
    }
    if (probabilityOfNoImprovement() <= improvement) {
      return Kind.IMPROVED;
    }
    Interval interval = effect.interval();
    boolean excluded = moreIsWorse() ? interval.high() <= threshold : interval.low() >= -threshold;
    return excluded ? Kind.UNCHANGED : Kind.INCONCLUSIVE;
  }

  private String reason(Kind kind) {
    if (!suspicion().isEmpty()) {
      return "the level is suspect: " + suspicion();
    }
    if (metric != null && !effect.known()) {
      return before.metric(metric).isEmpty() || after.metric(metric).isEmpty()
          ? "no request has a " + metric.shortName() + " on one side: nothing to compare"
          : "too few requests: add requests or repeats";
    }
    String limit = Shown.percent(threshold);
    return switch (kind) {
      case REGRESSED ->
          metric == null
              ? "more failed, and not by chance ("
                  + Shown.probability(probabilityOfSoManyErrors())
                  + ")"
              : "the whole interval is worse than " + limit;
      case IMPROVED -> "the whole interval is better than " + limit;
      case UNCHANGED -> "no change for the worse beyond " + limit;
      case INCONCLUSIVE ->
          "a change for the worse of "
              + limit
              + " can be neither shown nor excluded: add requests or repeats";
    };
  }

  private boolean judgeable() {
    return effect.known() && suspicion().isEmpty();
  }

  private String suspicion() {
    return after.suspect().isEmpty() ? before.suspect() : after.suspect();
  }

  /** Whether more is worse. */
  private boolean moreIsWorse() {
    return metric == null || metric.better() != Better.HIGHER;
  }

  private double probabilityOfSoManyErrors() {
    if (after.failed() == 0 || after.requests() == 0 || before.requests() == 0) {
      return 1;
    }
    return new HypergeometricDistribution(
            null,
            before.requests() + after.requests(),
            before.failed() + after.failed(),
            after.requests())
        .upperCumulativeProbability(after.failed());
  }

  private static double share(LoadState state) {
    return state.requests() == 0 ? 0 : (double) state.failed() / state.requests();
  }

  private String shown(LoadState state) {
    return metric == null
        ? Shown.percent(share(state))
        : state.metric(metric).map(m -> Shown.value(metric, m.quantile(0.5))).orElse(Shown.NONE);
  }
}
