package org.gatlingllm.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.gatlingllm.metric.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EffectTest {
  private static final int TRIALS = 400;
  private static final double NOISE = 0.05;

  /** Blocks whose places differ by far more than the noise, as the ramp of a level does. */
  private static double[][] blocks(int repeats, int places, double effect, Random random) {
    double[][] blocks = new double[repeats][places];
    for (double[] repeat : blocks) {
      for (int place = 0; place < places; place++) {
        repeat[place] = effect - 0.5 * place + NOISE * random.nextGaussian();
      }
    }
    return blocks;
  }

  /** How often the 90 % interval holds the true change. */
  private static double coverage(int repeats, int places, double effect) {
    Random random = new Random(5);
    int covered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      double[][] before = blocks(repeats, places, 0, random);
      double[][] after = blocks(repeats, places, effect, random);
      Interval interval = Effect.unpaired(before, after, trial).interval();
      double change = Math.expm1(effect);
      covered += interval.low() <= change && change <= interval.high() ? 1 : 0;
    }
    return (double) covered / TRIALS;
  }

  // standard error of a coverage of 90 % in 400 trials: 1.5 %
  @ParameterizedTest
  @CsvSource({
    "3, 3, 0",
    "3, 3, 0.14",
    "3, 24, 0",
    "3, 24, 0.14",
    "5, 1, 0",
    "3, 8, 0",
    "1, 12, 0.14"
  })
  void ninetyPercentOfTheIntervalsHoldTheTrueChange(int repeats, int places, double effect) {
    assertThat(coverage(repeats, places, effect)).isBetween(0.84, 0.97);
  }

  @Test
  void oneStalledBlockIsNoChangeOfTheTypicalRequest() {
    double[][] before = blocks(3, 8, 0, new Random(1));
    double[][] after = blocks(3, 8, 0, new Random(2));
    double calm = Effect.unpaired(before, after, 1).change();
    after[1][3] += 3;
    assertThat(Effect.unpaired(before, after, 1).change()).isCloseTo(calm, within(0.02));
  }

  @Test
  void tooFewBlocksTellNothing() {
    double[][] one = {{1.0}};
    double[][] none = {{Double.NaN}, {Double.NaN}};
    assertThat(Effect.unpaired(one, one, 1).known()).isFalse();
    assertThat(Effect.unpaired(none, none, 1).known()).isFalse();
    assertThat(Effect.paired(one, one, 1).known()).isFalse();
    assertThat(Effect.UNKNOWN.interval().low()).isNaN();
  }
}
