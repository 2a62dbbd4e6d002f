package org.gatlingllm.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FalseDiscoveryTest {
  @Test
  void thresholdIsThatOfTheTwoStages() {
    // α' = 0.05/1.05 = 0.0476; first pass over m = 5: 0.0095 k: 0.001 and 0.018 pass, 0.04 does
    // not;
    // second over m = 3: 0.0159 k: 0.04 < 0.0476 passes, 0.2 does not
    assertThat(FalseDiscovery.threshold(List.of(0.2, 0.001, 0.04, 0.6, 0.018), 0.05))
        .isEqualTo(0.04);
    assertThat(FalseDiscovery.threshold(List.of(0.02, 0.3, 0.5), 0.05)).isNegative();
    assertThat(FalseDiscovery.threshold(List.of(), 0.05)).isNegative();
  }

  @Test
  void noDiscoveryIsLessSureThanItsOwnTest() {
    assertThat(FalseDiscovery.threshold(List.of(0.001, 0.001, 0.001, 0.001, 0.09), 0.05))
        .isLessThanOrEqualTo(0.05);
  }

  @Test
  void whereNothingChangedFewFamiliesHaveADiscovery() {
    Random random = new Random(1);
    int with = 0;
    for (int family = 0; family < 4000; family++) {
      List<Double> chances = new ArrayList<>();
      for (int i = 0; i < 18; i++) {
        chances.add(random.nextDouble());
      }
      with += FalseDiscovery.threshold(chances, 0.05) >= 0 ? 1 : 0;
    }
    // 5 % of 4000 are 200; four standard errors of 14 above that
    assertThat(with).isBetween(100, 256);
  }
}
