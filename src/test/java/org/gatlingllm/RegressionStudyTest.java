package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import org.gatlingllm.RegressionStudy.Row;
import org.junit.jupiter.api.Test;

/** A short form of the study: one seed, and half of its equal runs. */
final class RegressionStudyTest {
  private static final long SEED = 1;

  @Test
  void equalRunsAreHardlyEverCalledRegressed() {
    Row row = RegressionStudy.row(1, 20, SEED);
    assertThat(row.flagged()).isLessThanOrEqualTo(1);
    assertThat(row.unsure()).isLessThanOrEqualTo(2);
    assertThat(row.inconclusiveShare()).isLessThan(0.2);
  }

  @Test
  void slowerDecodeIsFlagged() {
    Row row = RegressionStudy.row(1.15, 20, SEED);
    assertThat(row.flagged()).isGreaterThanOrEqualTo(18);
    assertThat(row.inconclusiveShare()).isLessThan(0.2);
  }

  @Test
  void slightlySlowerDecodeIsNot() {
    Row row = RegressionStudy.row(1.03, 10, SEED);
    assertThat(row.flagged()).isLessThanOrEqualTo(1);
    assertThat(row.inconclusiveShare()).isLessThan(0.2);
  }
}
