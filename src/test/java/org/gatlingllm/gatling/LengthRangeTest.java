package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LengthRangeTest {
  private static final int DRAWS = 10_000;

  private static IntStream draws(LengthRange range, int length) {
    return IntStream.range(0, DRAWS).map(number -> range.around(length, number));
  }

  @Test
  void lengthsAreEvenlySpreadAroundTheOneThatWasAskedFor() {
    LengthRange range = new LengthRange(1, 0.5);
    assertThat(draws(range, 100).min()).hasValue(50);
    assertThat(draws(range, 100).max()).hasValue(150);
    // the mean of 10,000 even draws of width 100: standard error 0.29
    assertThat(draws(range, 100).average().orElseThrow()).isCloseTo(100, within(1.5));
    assertThat(draws(range, 100).filter(n -> n < 75).count()).isCloseTo(2_475, within(200L));
  }

  @Test
  void everyLevelOfASeedDrawsTheSame() {
    assertThat(draws(new LengthRange(7, 0.3), 64).toArray())
        .isEqualTo(draws(new LengthRange(7, 0.3), 64).toArray())
        .isNotEqualTo(draws(new LengthRange(8, 0.3), 64).toArray());
  }

  @Test
  void lengthIsAtLeastOneToken() {
    assertThat(draws(new LengthRange(1, 0.99), 1).min()).hasValue(1);
    assertThat(draws(LengthRange.NONE, 9).distinct().toArray()).containsExactly(9);
  }

  @Test
  void lengthsNearTheLargestNumberStayNumbers() {
    assertThat(draws(new LengthRange(1, 0.5), Integer.MAX_VALUE).min().orElseThrow()).isPositive();
  }

  @Test
  void ratioOutOfRangeIsRefused() {
    assertThatThrownBy(() -> new LengthRange(1, 1)).hasMessageContaining("below 1, found 1.0");
    assertThatThrownBy(() -> new LengthRange(1, Double.NaN)).hasMessageContaining("found NaN");
  }
}
