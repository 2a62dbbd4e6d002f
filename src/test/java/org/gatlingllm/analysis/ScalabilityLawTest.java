package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScalabilityLawTest {
  private static final double[] USERS = {1, 2, 4, 8, 16, 32};

  private static ScalabilityLaw fit(double... throughput) {
    return ScalabilityLaw.fit(Arrays.copyOf(USERS, throughput.length), throughput).orElseThrow();
  }

  @Test
  void lawIsFoundAgainInItsOwnCurve() {
    ScalabilityLaw law = new ScalabilityLaw(50, 0.05, 0.002, Double.NaN);
    ScalabilityLaw found = fit(Arrays.stream(USERS).map(law::throughput).toArray());
    assertThat(found.lambda()).isCloseTo(50, within(1e-6));
    assertThat(found.sigma()).isCloseTo(0.05, within(1e-9));
    assertThat(found.kappa()).isCloseTo(0.002, within(1e-9));
    assertThat(found.rSquared()).isCloseTo(1, within(1e-9));
    // √(0.95 ÷ 0.002)
    assertThat(found.peakUsers()).isCloseTo(21.79, within(0.01));
  }

  @Test
  void throughputIsThatOfTheFormula() {
    // 100 × 3 ÷ (1 + 0.1 × 2 + 0.05 × 3 × 2)
    assertThat(new ScalabilityLaw(100, 0.1, 0.05, Double.NaN).throughput(3))
        .isCloseTo(200, within(1e-9));
  }

  @Test
  void linearCurveHasNeitherContentionNorPeak() {
    ScalabilityLaw law = fit(10, 20, 40, 80);
    assertThat(law.sigma()).isCloseTo(0, within(1e-9));
    assertThat(law.peakUsers()).isInfinite();
    assertThat(law.ceiling()).isInfinite();
  }

  @Test
  void fasterThanLinearIsNotNegativeContention() {
    ScalabilityLaw law = fit(10, 22, 46, 95);
    assertThat(law.sigma()).isZero();
    assertThat(law.kappa()).isZero();
  }

  @Test
  void saturatingCurveTendsToItsCeiling() {
    ScalabilityLaw law = fit(50, 50 / 0.6, 50 / 0.4, 50 / 0.3);
    // N ÷ (1 + 0.2 (N − 1)): tends to 5 × 50
    assertThat(law.ceiling()).isCloseTo(250, within(1e-6));
  }

  @Test
  void fewerThanFourPointsAreNotFitted() {
    assertThat(ScalabilityLaw.fit(new double[] {1, 2, 4}, new double[] {1, 2, 3})).isEmpty();
  }

  @Test
  void readingSaysWhereMoreUsersStopHelping() {
    assertThat(told(new SimulatedRun().closed(SlotServer.four(), 24, 1, 2, 4, 8)))
        .singleElement()
        .asString()
        .contains("4 closed levels", "R² = 0.99", "more than about 6 users stop helping");
    assertThat(told(new SimulatedRun().closed(SlotServer.one(), 24, 1, 2, 4, 8)))
        .singleElement()
        .asString()
        .contains("more users than at c=1 do not help");
    assertThat(told(new SimulatedRun().closed(SlotServer.wide(), 48, 1, 2, 4, 8)))
        .singleElement()
        .asString()
        .contains("more users still help");
  }

  @Test
  void readingNeedsFourClosedLevels() {
    assertThat(told(new SimulatedRun().closed(SlotServer.four(), 24, 1, 2, 4))).isEmpty();
  }

  private static List<String> told(SimulatedRun run) {
    return run.analysis().reading().stream()
        .filter(f -> f.kind().equals(FindingKind.SCALABILITY))
        .map(Finding::sentence)
        .toList();
  }
}
