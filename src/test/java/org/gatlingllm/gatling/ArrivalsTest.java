package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.gatlingllm.gatling.Arrivals.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws that every arrival process keeps, and those of each one. */
final class ArrivalsTest {
  private static final int COUNT = 5000;
  private static final long SEED = 20261129;

  @ParameterizedTest
  @EnumSource(Pattern.class)
  void arrivalsNeverDecrease(Pattern process) {
    Arrivals arrivals = process.at(700, new SplittableRandom(SEED));
    long last = 0;
    for (int i = 0; i < COUNT; i++) {
      long next = arrivals.nextNanos();
      assertThat(next).isGreaterThanOrEqualTo(last);
      last = next;
    }
  }

  @ParameterizedTest
  @EnumSource(Pattern.class)
  void meanRateIsTheOneAskedFor(Pattern process) {
    // five standard errors of a Poisson count of 5,000 are 7 %
    assertThat(StatUtils.mean(gapsSeconds(process, 0.35))).isCloseTo(1 / 0.35, within(0.07 / 0.35));
  }

  @ParameterizedTest
  @EnumSource(Pattern.class)
  void sameSeedGivesSameArrivals(Pattern process) {
    assertThat(gapsSeconds(process, 3)).isEqualTo(gapsSeconds(process, 3));
  }

  @ParameterizedTest
  @EnumSource(Pattern.class)
  void rateThatIsNotPositiveIsRefused(Pattern process) {
    for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> process.at(rate, new SplittableRandom(1)))
          .hasMessageContaining("positive rate")
          .hasMessageContaining(String.valueOf(rate));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 50, 2000})
  void poissonGapsAreExponential(double rate) {
    double p =
        new KolmogorovSmirnovTest()
            .kolmogorovSmirnovTest(
                new ExponentialDistribution(null, 1 / rate), gapsSeconds(Pattern.POISSON, rate));
    // a fixed seed, so the p-value is a constant: this seed is not an unlucky one
    assertThat(p).isGreaterThan(0.01);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 50, 2000})
  void constantGapsAreAllEqual(double rate) {
    for (double gap : gapsSeconds(Pattern.CONSTANT, rate)) {
      assertThat(gap).isCloseTo(1 / rate, within(2e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.5, 1, 4, 100})
  void gammaGapsFollowTheGammaDistribution(double burstiness) {
    // rare, since bursts have gaps of less than the nanosecond that instants are cut to
    double rate = 0.002;
    Arrivals arrivals = Pattern.GAMMA.at(Ramp.flat(rate), burstiness, new SplittableRandom(SEED));
    double p =
        new KolmogorovSmirnovTest()
            .kolmogorovSmirnovTest(
                new GammaDistribution(null, burstiness, 1 / (rate * burstiness)), gaps(arrivals));
    assertThat(p).isGreaterThan(0.01);
  }

  @Test
  void burstinessIsTheInverseOfTheSquaredVariation() {
    for (double burstiness : new double[] {0.25, 1, 16}) {
      double[] gaps = gaps(Pattern.GAMMA.at(Ramp.flat(2), burstiness, new SplittableRandom(SEED)));
      double variation = Math.sqrt(StatUtils.variance(gaps)) / StatUtils.mean(gaps);
      assertThat(variation).isCloseTo(1 / Math.sqrt(burstiness), withinPercentage(6));
    }
  }

  @Test
  void burstinessThatIsNotPositiveIsRefused() {
    for (double burstiness : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Pattern.GAMMA.at(Ramp.flat(1), burstiness, new SplittableRandom(1)))
          .hasMessageContaining("positive burstiness")
          .hasMessageContaining(String.valueOf(burstiness));
    }
  }

  private static double[] gapsSeconds(Pattern process, double rate) {
    return gaps(process.at(rate, new SplittableRandom(SEED)));
  }

  private static double[] gaps(Arrivals arrivals) {
    double[] gaps = new double[COUNT];
    long last = arrivals.nextNanos();
    for (int i = 0; i < COUNT; i++) {
      long next = arrivals.nextNanos();
      gaps[i] = (next - last) / 1e9;
      last = next;
    }
    return gaps;
  }
}
