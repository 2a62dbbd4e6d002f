package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.gatlingllm.metric.Interval;

/**
 * How much one sample of blocks is above another, as the logarithm of a ratio, and how sure that
 * is.
 *
 * <p>Blocks at the same place in a level behave alike in all repeats (the first ones find an empty
 * server, and the arrivals of an open load are the same in each), so each is first freed from the
 * median of all blocks at its place, of both samples and all repeats. What remains is exchangeable:
 * blocks are drawn with replacement within each sample, and the effect is the difference of the
 * trimmed means. Two corrections widen the spread (Hesterberg, The American Statistician 69, 2015,
 * on why plain percentile intervals are too narrow): the places' medians took one of R repeats
 * ({@code √(R ÷ (R − 1))}, R repeats of both samples together), and few blocks have heavier tails
 * than a normal ({@code t ÷ z}).
 *
 * <p>Pairs are simpler: the blocks' differences are drawn.
 */
final class Effect {
  private static final int RESAMPLES = 4000;
  private static final double TRIM = 0.3;
  private static final double ONE_SIDED = 0.95;

  private final double estimate;
  private final double[] resampled;

  private Effect(double estimate, double[] resampled, double widening) {
    this.estimate = estimate;
    this.resampled =
        Arrays.stream(resampled).map(e -> estimate + (e - estimate) * widening).sorted().toArray();
  }

  /** No effect can be told: too few blocks. */
  static final Effect UNKNOWN = new Effect(Double.NaN, new double[0], 1);

  /**
   * The effect between independent samples of the same load; by repeat, by block, logarithms; NaN
   * is left out.
   */
  static Effect unpaired(double[][] before, double[][] after, long seed) {
    double[][] b = places(before);
    double[][] a = places(after);
    double first = difference(b, a, 0);
    double again = difference(b, a, first);
    double[] freedBefore = freed(b, medians(b, a, first), 0);
    double[] freedAfter = freed(a, medians(b, a, first), first);
    int places = Math.min(b.length, a.length);
    double freedom = freedBefore.length + freedAfter.length - places - 1.0;
    if (places == 0 || freedBefore.length < 1 || freedAfter.length < 1 || freedom < 1) {
      return UNKNOWN;
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] effects =
        DoubleStream.generate(
                () ->
                    first + center(drawn(freedAfter, random)) - center(drawn(freedBefore, random)))
            .limit(RESAMPLES)
            .toArray();
    double repeats = (double) (freedBefore.length + freedAfter.length) / places;
    return new Effect(again, effects, Math.sqrt(repeats / (repeats - 1)) * heavier(freedom));
  }

  /** The effect between samples whose repeats ran next to each other, pair by pair. */
  static Effect paired(double[][] before, double[][] after, long seed) {
    List<Double> found = new ArrayList<>();
    for (int r = 0; r < Math.min(before.length, after.length); r++) {
      for (int place = 0; place < Math.min(before[r].length, after[r].length); place++) {
        double difference = after[r][place] - before[r][place];
        if (Double.isFinite(difference)) {
          found.add(difference);
        }
      }
    }
    double[] pairs = found.stream().mapToDouble(d -> d).toArray();
    if (pairs.length < 3) {
      return UNKNOWN;
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] effects =
        DoubleStream.generate(() -> center(drawn(pairs, random))).limit(RESAMPLES).toArray();
    double n = pairs.length;
    return new Effect(center(pairs), effects, Math.sqrt(n / (n - 1)) * heavier(n - 1));
  }

  /** Whether anything can be told. */
  boolean known() {
    return !Double.isNaN(estimate);
  }

  /** Relative change: 0.1 for 10 % more. */
  double change() {
    return Math.expm1(estimate);
  }

  /** Two-sided 90 % interval of the relative change: 5 % on each side. */
  Interval interval() {
    return known()
        ? new Interval(Math.expm1(quantile(1 - ONE_SIDED)), Math.expm1(quantile(ONE_SIDED)))
        : Interval.UNKNOWN;
  }

  /** How probable what was seen is where the true change is at most so much. */
  double probabilityOfAtMost(double change) {
    double limit = Math.log1p(change);
    return (1.0 + Arrays.stream(resampled).filter(e -> e <= limit).count()) / (RESAMPLES + 1.0);
  }

  /** How probable what was seen is where the true change is at least so much. */
  double probabilityOfAtLeast(double change) {
    double limit = Math.log1p(change);
    return (1.0 + Arrays.stream(resampled).filter(e -> e >= limit).count()) / (RESAMPLES + 1.0);
  }

  private double quantile(double q) {
    return resampled[(int) Math.round(q * (resampled.length - 1))];
  }

  /** By place: the blocks of all repeats. */
  private static double[][] places(double[][] repeats) {
    int places = Arrays.stream(repeats).mapToInt(r -> r.length).min().orElse(0);
    double[][] byPlace = new double[places][];
    for (int place = 0; place < places; place++) {
      int at = place;
      byPlace[place] = Arrays.stream(repeats).mapToDouble(r -> r[at]).toArray();
    }
    return byPlace;
  }

  private static double difference(double[][] before, double[][] after, double effect) {
    double[] medians = medians(before, after, effect);
    return effect + center(freed(after, medians, effect)) - center(freed(before, medians, 0));
  }

  /** The middle of each place, with the effect taken out of what was after. */
  private static double[] medians(double[][] before, double[][] after, double effect) {
    double[] medians = new double[Math.min(before.length, after.length)];
    for (int place = 0; place < medians.length; place++) {
      medians[place] =
          median(
              DoubleStream.concat(
                      Arrays.stream(before[place]),
                      Arrays.stream(after[place]).map(v -> v - effect))
                  .filter(Double::isFinite)
                  .sorted()
                  .toArray());
    }
    return medians;
  }

  private static double median(double[] sorted) {
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  private static double[] freed(double[][] byPlace, double[] medians, double effect) {
    DoubleStream.Builder freed = DoubleStream.builder();
    for (int place = 0; place < medians.length; place++) {
      for (double block : byPlace[place]) {
        freed.add(block - effect - medians[place]);
      }
    }
    return freed.build().filter(Double::isFinite).toArray();
  }

  private static double[] drawn(double[] from, SplittableRandom random) {
    double[] drawn = new double[from.length];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = from[random.nextInt(from.length)];
    }
    return drawn;
  }

  /** Mean without the lowest and the highest 30 %: one stall is no change of the typical. */
  private static double center(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int cut = (int) (TRIM * sorted.length);
    return Arrays.stream(sorted, cut, sorted.length - cut).average().orElse(Double.NaN);
  }

  private static double heavier(double degreesOfFreedom) {
    double t = new TDistribution(null, degreesOfFreedom).inverseCumulativeProbability(ONE_SIDED);
    return t / new NormalDistribution(null, 0, 1).inverseCumulativeProbability(ONE_SIDED);
  }
}
