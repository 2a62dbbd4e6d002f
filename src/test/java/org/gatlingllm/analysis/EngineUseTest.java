package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gatlingllm.metric.EngineGauge.KV_CACHE_USAGE_RATIO;
import static org.gatlingllm.metric.EngineGauge.RUNNING;
import static org.gatlingllm.metric.EngineGauge.WAITING;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.gatlingllm.metric.EngineReading;
import org.junit.jupiter.api.Test;

final class EngineUseTest {
  private static final Window WINDOW = new Window(1_000, 2_000);

  @Test
  void meanAndMaxAreOfTheReadingsInTheWindowBothEndsIncluded() {
    EngineUse use =
        use(
            reading(999, 9, 9),
            reading(1_000, 4, 0),
            reading(1_500, 1, 5),
            reading(2_000, 4, 1),
            reading(2_001, 9, 9));
    assertThat(use.readings()).isEqualTo(3);
    assertThat(use.gauge(RUNNING)).contains(new EngineUse.Gauge(3, 4));
    assertThat(use.gauge(WAITING)).contains(new EngineUse.Gauge(2, 5));
  }

  @Test
  void gaugeThatTheEngineDoesNotHaveIsAbsentAndNotNought() {
    assertThat(use(reading(1_500, 0, 0)).gauge(KV_CACHE_USAGE_RATIO)).isEmpty();
    assertThat(use(reading(1_500, 0, 0)).gauge(WAITING)).contains(new EngineUse.Gauge(0, 0));
  }

  @Test
  void failedReadingsAreGapsAndNotNought() {
    EngineUse use = use(reading(1_100, 4, 2), EngineReading.failed(1_200, "status 503"));
    assertThat(use.readings()).isEqualTo(1);
    assertThat(use.gauge(RUNNING)).contains(new EngineUse.Gauge(4, 4));
  }

  @Test
  void withoutAReadingThereIsNone() {
    assertThat(EngineUse.of(WINDOW, List.of())).isNull();
    assertThat(EngineUse.of(WINDOW, List.of(EngineReading.failed(1_500, "status 503")))).isNull();
    assertThat(EngineUse.of(WINDOW, List.of(reading(500, 1, 1)))).isNull();
  }

  private static EngineUse use(EngineReading... readings) {
    return Objects.requireNonNull(EngineUse.of(WINDOW, List.of(readings)));
  }

  private static EngineReading reading(long atNanos, double running, double waiting) {
    return new EngineReading(atNanos, Map.of(RUNNING, running, WAITING, waiting), null);
  }
}
