package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LoadCurveTest {
  private static LoadCurve only(SimulatedRun run) {
    List<LoadCurve> curves = LoadCurve.of(run.analysis().levels());
    assertThat(curves).hasSize(1);
    return curves.get(0);
  }

  @Test
  void pointsStandInOrderOfLoad() {
    SlotServer four = SlotServer.four();
    LoadCurve curve =
        only(
            new SimulatedRun()
                .closed(four, 24, 4, 1)
                .poisson(four, 0.6, 24, 1)
                .closed(four, 24, 2));
    assertThat(curve.label()).isEmpty();
    assertThat(curve.closed())
        .extracting(LoadCurve.Point::level)
        .containsExactly("c=1", "c=2", "c=4");
    assertThat(curve.open()).extracting(LoadCurve.Point::load).containsExactly(0.6);
  }

  @Test
  void kneeIsTheLastLoadThatStillGained() {
    assertThat(only(new SimulatedRun().closed(SlotServer.four(), 24, 1, 2, 4, 8)).knee())
        .map(LoadCurve.Point::level)
        .contains("c=4");
    assertThat(only(new SimulatedRun().closed(SlotServer.one(), 24, 1, 2)).knee())
        .map(LoadCurve.Point::level)
        .contains("c=1");
  }

  @Test
  void climbingCurveHasNoKnee() {
    assertThat(only(new SimulatedRun().closed(SlotServer.wide(), 48, 1, 2, 4, 8)).knee()).isEmpty();
  }

  @Test
  void closedPeakIsTheHighestSteadyRate() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.four(), 24, 1, 4, 8);
    // four streams of 64 tokens: 63 steps of 51.1 ms and four prefills of 20 ms
    assertThat(only(run).closedPeakRequestsPerSecond())
        .isCloseTo(4 / (63 * 0.0511 + 4 * 0.02), within(0.02));
    assertThat(
            only(new SimulatedRun().poisson(SlotServer.four(), 0.6, 24, 1))
                .closedPeakRequestsPerSecond())
        .isNaN();
  }
}
