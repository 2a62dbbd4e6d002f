package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.gatlingllm.metric.ClientHealth;
import org.junit.jupiter.api.Test;

final class ClientObserverTest {
  private static ClientHealth between(MachineClock from, MachineClock to) {
    return ClientObserver.between(from, to, new Histogram(3));
  }

  private static MachineClock at(long nanos, long cpuNanos, long machineTicks) {
    return new MachineClock(nanos, cpuNanos, 0, 0, 0, machineTicks / 2, 0, machineTicks);
  }

  @Test
  void sharesAreOfTheTimeBetweenTwoReadings() {
    ClientHealth health = between(at(0, 100, 1000), at(1000, 600, 3000));
    assertThat(health.processCpuShare() * Runtime.getRuntime().availableProcessors())
        .isCloseTo(0.5, within(1e-9));
    assertThat(health.machineCpuShare()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void shareThatAReadingDoesNotTellIsNotKnown() {
    assertThat(between(at(0, -1, 1000), at(1000, -1, 3000)).processCpuShare()).isNaN();
    assertThat(between(at(0, -1, 1000), at(1000, 600, 3000)).processCpuShare()).isNaN();
    assertThat(between(at(0, 100, 1000), at(1000, -1, 3000)).processCpuNanos()).isZero();
    assertThat(between(at(0, 100, 1000), at(1000, 600, -1)).machineCpuShare()).isNaN();
  }
}
