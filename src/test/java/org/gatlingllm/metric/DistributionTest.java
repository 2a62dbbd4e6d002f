package org.gatlingllm.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DistributionTest {
  @Test
  void quantilesAreThoseOfNumpy() {
    // numpy.percentile([15, 20, 35, 40, 50], [5, 30, 40, 50, 95]) with its default method
    Distribution d = Distribution.of(50, 15, 40, 20, 35);
    assertThat(d.quantile(0.05)).isCloseTo(16.0, within(1e-9));
    assertThat(d.quantile(0.30)).isCloseTo(23.0, within(1e-9));
    assertThat(d.quantile(0.40)).isCloseTo(29.0, within(1e-9));
    assertThat(d.quantile(0.50)).isEqualTo(35.0);
    assertThat(d.quantile(0.95)).isCloseTo(48.0, within(1e-9));
  }

  @Test
  void averageAndDeviationAreThoseOfATextbook() {
    Distribution d = Distribution.of(2, 4, 4, 4, 5, 5, 7, 9);
    assertThat(d.average()).isEqualTo(5.0);
    assertThat(d.standardDeviation()).isCloseTo(Math.sqrt(32.0 / 7), within(1e-12));
    assertThat(d.min()).isEqualTo(2);
    assertThat(d.max()).isEqualTo(9);
  }

  @Test
  void noSampleIsNeverZero() {
    Distribution none = Distribution.of();
    assertThat(none.count()).isZero();
    assertThat(none.average()).isNaN();
    assertThat(none.min()).isNaN();
    assertThat(none.max()).isNaN();
    assertThat(none.quantile(0.5)).isNaN();
    assertThat(none.interval(0.5)).isEqualTo(Interval.UNKNOWN);
    assertThat(Distribution.of(3).standardDeviation()).isNaN();
  }

  @Test
  void quantileOutsideZeroToOneIsRefused() {
    assertThatThrownBy(() -> Distribution.of(1).quantile(95)).hasMessageContaining("95");
  }

  @Test
  void percentileIsWeakUntilItsUpperBoundLiesInTheSample() {
    // n < 72 for p95, 368 for p99, 3,688 for p99.9: the first n with qⁿ <= 0.025
    assertThat(firstStrong(0.95)).isEqualTo(72);
    assertThat(firstStrong(0.99)).isEqualTo(368);
    assertThat(firstStrong(0.999)).isEqualTo(3688);
  }

  @Test
  void upperBoundIsUnknownExactlyWhereThePercentileIsWeak() {
    for (int n = 1; n < 400; n++) {
      Distribution d = Distribution.of(IntStream.range(0, n).asDoubleStream().toArray());
      for (double q : new double[] {0.5, 0.9, 0.95, 0.99}) {
        assertThat(Double.isNaN(d.interval(q).high())).as("n=%s q=%s", n, q).isEqualTo(d.weak(q));
      }
    }
  }

  @Test
  void medianIntervalHasTheRanksOfTheBinomialTable() {
    // n = 20: P(B <= 5) = 0.0207, P(B <= 14) = 0.9793, so ranks 6 and 15
    Distribution d = Distribution.of(IntStream.rangeClosed(1, 20).asDoubleStream().toArray());
    assertThat(d.interval(0.5)).isEqualTo(new Interval(6, 15));
  }

  @Test
  void intervalCoversTheTrueQuantileAsOftenAsItSays() {
    Random random = new Random(7);
    int covered = 0;
    for (int trial = 0; trial < 1000; trial++) {
      Interval i = Distribution.of(random.doubles(100).toArray()).interval(0.9);
      covered += i.low() <= 0.9 && 0.9 <= i.high() ? 1 : 0;
    }
    // at least 95 % by construction; three standard deviations of 1,000 trials are 2 points
    assertThat(covered).isGreaterThan(930);
  }

  @Test
  void clustersWidenTheIntervalOfPooledGaps() {
    // 20 requests, each with its own pace: 100 gaps of one request say little more than one
    Random random = new Random(3);
    List<double[]> clusters = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double pace = 10e6 * (1 + 0.2 * random.nextGaussian());
      clusters.add(random.doubles(100, pace * 0.99, pace * 1.01).toArray());
    }
    Distribution pooled = Distribution.pooled(clusters, 1);
    Interval clustered = pooled.interval(0.5);
    double[] all = clusters.stream().flatMapToDouble(Arrays::stream).toArray();
    Interval naive = Distribution.of(all).interval(0.5);
    assertThat(clustered.high() - clustered.low()).isGreaterThan(3 * (naive.high() - naive.low()));
    assertThat(clustered.low()).isLessThan(pooled.quantile(0.5));
    assertThat(clustered.high()).isGreaterThan(pooled.quantile(0.5));
  }

  @Test
  void bootstrapIsReproducibleAndNeedsTwoRequests() {
    List<double[]> two = List.of(new double[] {1e6, 2e6, 3e6}, new double[] {4e6, 5e6});
    assertThat(Distribution.pooled(two, 5).interval(0.9))
        .isEqualTo(Distribution.pooled(two, 5).interval(0.9));
    assertThat(Distribution.pooled(two.subList(0, 1), 5).interval(0.5)).isEqualTo(Interval.UNKNOWN);
  }

  private static int firstStrong(double quantile) {
    return IntStream.iterate(1, n -> n + 1)
        .filter(n -> !Distribution.of(new double[n]).weak(quantile))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void fractionBelowCountsWhatIsSmaller() {
    Distribution samples = Distribution.of(3, 1, 2, 2);
    assertThat(samples.fractionBelow(2)).isEqualTo(0.25);
    assertThat(samples.fractionBelow(2.5)).isEqualTo(0.75);
    assertThat(samples.fractionBelow(9)).isEqualTo(1);
    assertThat(Distribution.of().fractionBelow(1)).isNaN();
  }
}
