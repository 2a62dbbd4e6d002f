package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.UniformRealDistribution;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.gatlingllm.gatling.Arrivals.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RampTest {
  private static final double SECOND = 1e9;

  /** Arrivals that are expected up to an instant: the ramp's integral. */
  private static double expected(double from, double to, double length, double seconds) {
    return from * seconds + (to - from) * seconds * seconds / (2 * length);
  }

  @ParameterizedTest
  @CsvSource({"1, 20, 10", "20, 1, 10", "5, 5, 10", "0.001, 300, 60"})
  void instantsInvertTheExpectedCount(double from, double to, double length) {
    Ramp ramp = new Ramp(from, to, length);
    for (double share = 0; share <= 1; share += 0.05) {
      double seconds = share * length;
      assertThat(ramp.nanosOf(expected(from, to, length, seconds)) / SECOND)
          .isCloseTo(seconds, within(1e-5));
    }
  }

  @Test
  void rateStaysWhereTheRampEnded() {
    Ramp ramp = new Ramp(1, 3, 10);
    assertThat(ramp.nanosOf(20) / SECOND).isCloseTo(10, within(1e-6));
    assertThat(ramp.nanosOf(50) / SECOND).isCloseTo(20, within(1e-6));
  }

  /** The time rescaling theorem: through the integral of its rate, any process is one of rate 1. */
  @Test
  void poissonRampIsPoissonInRescaledTime() {
    double length = 100;
    Arrivals arrivals = Pattern.POISSON.at(new Ramp(2, 60, length), 1, new SplittableRandom(7));
    double all = expected(2, 60, length, length);
    double[] rescaled = new double[2500];
    for (int i = 0; i < rescaled.length; i++) {
      rescaled[i] = expected(2, 60, length, arrivals.nextNanos() / SECOND);
    }
    assertThat(rescaled[rescaled.length - 1]).isLessThan(all);
    // given their number, the instants of a Poisson process are uniform
    double p =
        new KolmogorovSmirnovTest()
            .kolmogorovSmirnovTest(
                new UniformRealDistribution(null, 0, rescaled[rescaled.length - 1]), rescaled);
    assertThat(p).isGreaterThan(0.01);
  }

  @Test
  void levelOfRequestsRampsOverTheTimeThatTheyTake() {
    Ramp ramp = Rate.parse("1..3").ramp(2, Budget.requests(20));
    assertThat(ramp).isEqualTo(new Ramp(1, 3, 10));
  }

  @Test
  void levelOfSomeTimeRampsOverIt() {
    Ramp ramp = Rate.parse("3..1").ramp(2, Budget.lasting(Duration.ofSeconds(30)));
    assertThat(ramp).isEqualTo(new Ramp(3, 1, 30));
  }

  @Test
  void shareHasNoRampAndTheResolvedRate() {
    Rate share = Rate.parse("90%");
    assertThat(share.peakShare()).isEqualTo(0.9);
    assertThat(share.ramp(7, Budget.requests(3))).isEqualTo(Ramp.flat(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "0", "-1", "1..", "..2", "1..0", "0%", "NaN", "1..90%"})
  void whatIsNoRateIsRefused(String text) {
    assertThatThrownBy(() -> Rate.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("1..20");
  }
}
