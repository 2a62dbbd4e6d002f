package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SaturationReadingTest {
  private static List<String> saturated(SimulatedRun run) {
    return run.analysis().reading().stream()
        .filter(f -> f.kind().equals(FindingKind.SATURATED))
        .map(Finding::sentence)
        .toList();
  }

  @Test
  void twiceTheCapacitySaturates() {
    SlotServer one = SlotServer.one();
    assertThat(saturated(new SimulatedRun().closed(one, 24, 1).poisson(one, 1.5, 40, 1)))
        .singleElement()
        .asString()
        .contains("rate=1.5 saturates", "completes at most 0.763/s", "in flight, TTFT growing");
    assertThat(saturated(new SimulatedRun().poisson(one, 1.5, 40, 1))).hasSize(1);
  }

  @Test
  void chanceThatDrewMoreThanAskedForIsNamed() {
    SlotServer one = SlotServer.one();
    double[] arrivals = new double[30];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = 700.0 * i;
    }
    assertThat(saturated(new SimulatedRun().closed(one, 24, 1).open(one, 0.7, arrivals)))
        .singleElement()
        .asString()
        .contains("requests came at 1.43/s (0.7/s asked for: chance");
  }

  @Test
  void overloadThatOnlySlowsTokensDownSaturatesToo() {
    // everyone gets a slot at once, and the step grows with all of them
    SlotServer sharing = new SlotServer(1000, 5, false, 0, 10, 64);
    assertThat(saturated(new SimulatedRun().poisson(sharing, 8, 200, 4))).hasSize(1);
  }

  @Test
  void halfTheCapacityNeverSaturates() {
    SlotServer one = SlotServer.one();
    for (int seed = 0; seed < 20; seed++) {
      assertThat(saturated(new SimulatedRun().closed(one, 24, 1).poisson(one, 0.38, 40, seed)))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  @Test
  void queueNearFullLoadThatOnlyWandersIsNotSaturated() {
    SlotServer one = SlotServer.one();
    int told = 0;
    for (int seed = 0; seed < 40; seed++) {
      SimulatedRun run = new SimulatedRun().closed(one, 24, 1).poisson(one, 0.9 * 0.763, 16, seed);
      double drawn = run.analysis().levels().get(1).rates().scheduled();
      if (!saturated(run).isEmpty()) {
        told++;
        assertThat(drawn).as("seed %d", seed).isGreaterThan(0.763);
      }
    }
    assertThat(told).as("of 40 seeds").isLessThan(10);
  }

  @Test
  void firstFillOfAWideServerIsNotSaturation() {
    assertThat(saturated(new SimulatedRun().poisson(SlotServer.wide(), 20, 20, 3))).isEmpty();
    assertThat(saturated(new SimulatedRun().poisson(SlotServer.wide(), 20, 100, 3))).isEmpty();
  }
}
