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
  /** What failures are called. */
  static final String ERRORS = "errors";

  private static final int REPEATS_OF_THEIR_OWN = 5;

  private final Sides sides;
  private final @Nullable Metric metric;
  private final Effect effect;
  private final double threshold;

  private Comparison(Sides sides, @Nullable Metric metric, Effect effect, double threshold) {
    this.sides = sides;
    this.metric = metric;
    this.effect = effect;
    this.threshold = threshold;
  }

  /**
   * Compares a metric. From five repeats on both sides, whole repeats are drawn, and not blocks.
   */
  static Comparison of(Sides sides, Metric metric, double threshold, long seed) {
    return new Comparison(sides, metric, effect(sides, metric, seed), threshold);
  }

  private static Effect effect(Sides sides, Metric metric, long seed) {
    MetricState before = sides.before().metric(metric).orElse(null);
    MetricState after = sides.after().metric(metric).orElse(null);
    if (before == null || after == null) {
      return Effect.UNKNOWN;
    }
    boolean whole = Math.min(before.blocks().size(), after.blocks().size()) >= REPEATS_OF_THEIR_OWN;
    return sides.paired()
        ? Effect.paired(before.logs(whole), after.logs(whole), seed)
        : Effect.unpaired(before.logs(whole), after.logs(whole), seed);
  }

  /** Compares the shares of failed requests, by Fisher's exact test. */
  static Comparison ofErrors(Sides sides, double threshold) {
    return new Comparison(sides, null, Effect.UNKNOWN, threshold);
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
        sides.after().name(),
        metric == null ? ERRORS : metric.shortName(),
        kind,
        shown(sides.before()),
        shown(sides.after()),
        metric == null ? Double.NaN : effect.change(),
        effect.interval(),
        sides.before().requests(),
        sides.after().requests(),
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
      return share(sides.after()) - share(sides.before()) > threshold
          ? Kind.INCONCLUSIVE
          : Kind.UNCHANGED;
    }
    if (probabilityOfNoImprovement() <= improvement) {
      return Kind.IMPROVED;
    }
    Interval interval = effect.interval();
    boolean excluded = moreIsWorse() ? interval.high() <= threshold : interval.low() >= -threshold;
    return excluded ? Kind.UNCHANGED : Kind.INCONCLUSIVE;
  }

  private String reason(Kind kind) {
    if (metric == null) {
      return errorsReason(kind);
    }
    Optional<String> refusal = sides.refusal(metric);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    String repeats = sides.trust().leftOut();
    return (repeats.isEmpty() ? "" : repeats + ": ") + effectReason(kind);
  }

  private String effectReason(Kind kind) {
    if (!effect.known()) {
      return "too few requests: add requests or repeats";
    }
    String limit = Shown.percent(threshold);
    return switch (kind) {
      case REGRESSED -> "the whole interval is worse than " + limit;
      case IMPROVED -> "the whole interval is better than " + limit;
      case UNCHANGED -> "no change for the worse beyond " + limit;
      case INCONCLUSIVE ->
          "a change for the worse of "
              + limit
              + " can be neither shown nor excluded: add requests or repeats";
    };
  }

  private String errorsReason(Kind kind) {
    String chance = Shown.probability(probabilityOfSoManyErrors());
    return switch (kind) {
      case REGRESSED -> "more failed, and not by chance (" + chance + ")";
      case INCONCLUSIVE -> "more failed, but perhaps by chance (" + chance + "): add requests";
      case UNCHANGED, IMPROVED -> "no more failed than chance allows (" + chance + ")";
    };
  }

  private boolean judgeable() {
    return effect.known() && metric != null && sides.refusal(metric).isEmpty();
  }

  /** Whether more is worse. */
  private boolean moreIsWorse() {
    return metric == null || metric.better() != Better.HIGHER;
  }

  private double probabilityOfSoManyErrors() {
    LoadState before = sides.before();
    LoadState after = sides.after();
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
