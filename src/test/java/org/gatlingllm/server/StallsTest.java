package org.gatlingllm.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallsTest {

  private static final long MILLI = 1_000_000;

  @Test
  void workStandsStillInsideAStall() {
    Stalls stalls = new Stalls();
    stalls.add(100, 50);

    assertThat(stalls.finishNanos(0, 100)).isEqualTo(100);
    assertThat(stalls.finishNanos(0, 101)).isEqualTo(151);
    assertThat(stalls.finishNanos(90, 20)).isEqualTo(160);
    assertThat(stalls.finishNanos(120, 20)).isEqualTo(170);
    assertThat(stalls.finishNanos(150, 20)).isEqualTo(170);
  }

  @Test
  void stallsAddUpAndMayOverlap() {
    Stalls stalls = new Stalls();
    stalls.add(200, 50);
    stalls.add(100, 50);
    stalls.add(120, 40);

    assertThat(stalls.resumeNanos(110)).isEqualTo(160);
    assertThat(stalls.finishNanos(0, 150)).isEqualTo(260);
  }

  // A server that stands still for two seconds: nothing comes meanwhile, the token under way comes
  // two
  // seconds late, and whoever arrives in between waits for the end of it and for those before.
  @Test
  void stalledEngineServesNobodyAndGoesOnWhereItStood() {
    Engine engine = Engine.of(ServiceModel.preset("np1"), 1);
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();
    engine.stall(150 * MILLI, 2_000 * MILLI);
    engine.arrive(new Sequence(Prompt.unique(100), 3, 0, into(first)));
    while (engine.nextNanos() <= 1_000 * MILLI) {
      engine.fire();
    }
    engine.arrive(new Sequence(Prompt.unique(100), 1, 1_000 * MILLI, into(second)));
    while (engine.nextNanos() != Engine.IDLE) {
      engine.fire();
    }

    assertThat(first).containsExactly(145 * MILLI, 2_163_500_000L, 2_182_000_000L);
    assertThat(second).containsExactly(2_182 * MILLI + 145 * MILLI);
  }

  @Test
  void stallMayBeginWhileTheEngineWorks() {
    for (String preset : List.of("np1", "clock")) {
      Engine engine = Engine.of(ServiceModel.preset(preset), 1);
      List<Long> tokens = new ArrayList<>();
      engine.arrive(new Sequence(Prompt.unique(100), 1, 0, into(tokens)));
      long due = engine.nextNanos();
      engine.stall(10 * MILLI, 500 * MILLI);

      assertThat(engine.nextNanos()).as(preset).isEqualTo(due + 500 * MILLI);
    }
  }

  private static Sequence.Listener into(List<Long> tokens) {
    return new Sequence.Listener() {
      @Override
      public void admitted(long atNanos, int cachedTokens) {}

      @Override
      public void token(int index, long dueNanos) {
        tokens.add(dueNanos);
      }
    };
  }
}
