package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import scala.collection.Iterator;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;

final class ArrivalInjectionTest {
  private static Iterator<FiniteDuration> starts(ArrivalInjection injection) {
    return injection.chain(CollectionConverters.asScala(List.<FiniteDuration>of().iterator()));
  }

  private static List<Long> nanos(Iterator<FiniteDuration> starts) {
    List<Long> nanos = new ArrayList<>();
    CollectionConverters.asJava(starts).forEachRemaining(start -> nanos.add(start.toNanos()));
    return nanos;
  }

  @Test
  void scheduleIsDrawnOnceAndOnlyWhenTheLevelStarts() {
    AtomicInteger drawn = new AtomicInteger();
    ArrivalInjection injection =
        new ArrivalInjection(
            () -> {
              drawn.incrementAndGet();
              return new long[] {0, 5, 1_000_000_007};
            },
            () -> false);
    assertThat(injection.users()).isEqualTo(1);
    assertThat(drawn).hasValue(0);
    assertThat(nanos(starts(injection))).containsExactly(0L, 5L, 1_000_000_007L);
    assertThat(injection.users()).isEqualTo(3);
    assertThat(injection.duration().toNanos()).isEqualTo(1_000_000_007);
    assertThat(drawn).hasValue(1);
  }

  @Test
  void nobodyComesAnyMoreOnceItIsOver() {
    AtomicBoolean over = new AtomicBoolean();
    ArrivalInjection injection = new ArrivalInjection(() -> new long[] {1, 2, 3}, over::get);
    Iterator<FiniteDuration> starts = starts(injection);
    assertThat(starts.next().toNanos()).isEqualTo(1);
    over.set(true);
    assertThat(nanos(starts)).hasSizeLessThan(2); // one may have been looked at already
  }

  @Test
  void fewUsersOfAClosedLevelStartAtOnce() {
    assertThat(nanos(starts(ArrivalInjection.ofUsers(32)))).hasSize(32).containsOnly(0L);
  }

  @Test
  void manyUsersOfAClosedLevelStartOneAfterTheOther() {
    List<Long> nanos = nanos(starts(ArrivalInjection.ofUsers(512)));
    assertThat(nanos).hasSize(512).isSorted().startsWith(0L);
    assertThat(nanos.get(511)).isEqualTo(480 * 500_000L);
  }
}
