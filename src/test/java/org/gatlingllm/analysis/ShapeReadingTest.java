package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.Level;
import org.junit.jupiter.api.Test;

final class ShapeReadingTest {
  private static final List<FindingKind> SHAPES =
      List.of(
          FindingKind.QUEUEING,
          FindingKind.BATCHING,
          FindingKind.BATCHING_AND_QUEUEING,
          FindingKind.PARALLEL);

  private static List<Finding> shapes(SimulatedRun run) {
    return run.analysis().reading().stream().filter(f -> SHAPES.contains(f.kind())).toList();
  }

  private static List<FindingKind> kinds(SimulatedRun run) {
    return shapes(run).stream().map(Finding::kind).toList();
  }

  @Test
  void oneSlotQueuesFromTheFirstUserOn() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 24, 1, 2, 4, 8);
    assertThat(kinds(run)).containsExactly(FindingKind.QUEUEING);
    assertThat(shapes(run).get(0).sentence())
        .startsWith("Queueing from c=1 on: up to c=8")
        .contains("48.8 tok/s", "18.5 ms", "145 ms to 9.32 s", "7 more users", "about 1 slot");
  }

  @Test
  void fourSlotsBatchAndThenQueue() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.four(), 24, 1, 2, 4, 8);
    assertThat(kinds(run)).containsExactly(FindingKind.BATCHING, FindingKind.QUEUEING);
    assertThat(shapes(run).get(0).sentence())
        .startsWith("Batching from c=1 to c=4")
        .contains("52.6 to 77.5 tok/s", "19 ms to 51.1 ms");
    assertThat(shapes(run).get(1).sentence())
        .startsWith("Queueing from c=4 on: up to c=8")
        .contains("about 4 slots");
  }

  @Test
  void engineThatSaysItselfWhoWaitsIsQuoted() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.four(), 24, 1, 4, 8);
    Window last = run.analysis().levels().get(2).window();
    double start = (last.startNanos() - SimulatedRun.BASE_NANOS) / 1e6;
    run.engine(start - 1, Map.of(EngineGauge.RUNNING, 9.0, EngineGauge.WAITING, 9.0))
        .engine(start + 1, Map.of(EngineGauge.RUNNING, 4.0, EngineGauge.WAITING, 1.0))
        .engine(start + 9, Map.of(EngineGauge.RUNNING, 3.0, EngineGauge.WAITING, 4.0));
    assertThat(shapes(run).get(1).sentence())
        .startsWith("Queueing from c=4 on")
        .endsWith("about 4 slots, and itself says up to 4 running and 4 waiting at c=8.");
    assertThat(shapes(run).get(0).sentence()).doesNotContain("itself says");
  }

  @Test
  void engineThatTellsOnlyHalfIsNotQuoted() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 24, 1, 2);
    Window last = run.analysis().levels().get(1).window();
    double start = (last.startNanos() - SimulatedRun.BASE_NANOS) / 1e6;
    run.engine(start + 1, Map.of(EngineGauge.RUNNING, 1.0));
    assertThat(shapes(run).get(0).sentence()).endsWith("about 1 slot.");
  }

  @Test
  void stepOverTheSlotsBothBatchesAndQueues() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.four(), 48, 1, 16);
    assertThat(kinds(run)).containsExactly(FindingKind.BATCHING_AND_QUEUEING);
    assertThat(shapes(run).get(0).sentence()).contains("c=1 to c=16", "about 4 slots");
  }

  @Test
  void usersWhoDoNotFeelEachOtherRunSideBySide() {
    assertThat(kinds(new SimulatedRun().closed(SlotServer.wide(), 48, 1, 2, 4, 8)))
        .containsExactly(FindingKind.PARALLEL);
  }

  @Test
  void noiseIsNoShape() {
    // one user after the other, slower and faster by chance, at a load that does not change
    SlotServer slow = new SlotServer(1, 60, true, 11, 0, 64);
    SlotServer fast = new SlotServer(1, 145, true, 9, 0, 64);
    SimulatedRun run = new SimulatedRun().closed(slow, 8, 1);
    run.add(
        new Level("c=2", new Level.Closed(2), 1, null, 100, 64, true, false),
        fast.closed("c=2", 60_000, 1, 8));
    assertThat(kinds(run)).isEmpty();
  }

  @Test
  void repeatsOfALoadAreOnePoint() {
    SimulatedRun run = new SimulatedRun().closed(SlotServer.one(), 24, 1, 2);
    run.add(
        new Level("c=2 #2", new Level.Closed(2), 2, null, 100, 64, true, false),
        SlotServer.one().closed("c=2 #2", 90_000, 2, 24));
    assertThat(kinds(run)).containsExactly(FindingKind.QUEUEING);
  }

  @Test
  void curvesOfTwoPromptLengthsAreReadApart() {
    SlotServer longer = new SlotServer(4, 300, true, 8.3, 10.7, 64);
    SimulatedRun run =
        new SimulatedRun()
            .closed(SlotServer.four(), 24, 1, 4)
            .promptTokens(2000)
            .closed(longer, 24, 1, 4);
    assertThat(shapes(run))
        .extracting(Finding::sentence)
        .satisfiesExactly(
            s -> assertThat(s).startsWith("100 prompt tokens, at most 64 tokens an answer: Batch"),
            s -> assertThat(s).startsWith("2,000 prompt tokens"));
  }
}
