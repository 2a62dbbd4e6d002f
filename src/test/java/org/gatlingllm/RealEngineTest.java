package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.Finding;
import org.gatlingllm.analysis.FindingKind;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.metric.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is read from real runs: the logs of four of {@code CurveSimulation} against llama.cpp's
 * server, one compute thread and random weights, with one slot and with four, a model of 113
 * million weights ({@code mid}) and one of a million ({@code toy}). Closed levels of 1, 2, 4 and 8
 * users, 24 requests each, prompts of about 70 tokens, answers of 64.
 */
final class RealEngineTest {
  private static final List<FindingKind> OF_ONE_SLOT =
      List.of(
          FindingKind.LITTLES_LAW,
          FindingKind.RESENT,
          FindingKind.QUEUEING,
          FindingKind.SERVER_WAIT,
          FindingKind.SCALABILITY,
          FindingKind.CLOSED_ONLY,
          FindingKind.CHAIN_TAIL,
          FindingKind.SMALL_SAMPLE);

  @TempDir private Path folder;

  private RunAnalysis run(String name) throws IOException {
    for (String log : List.of("streams.jsonl", "simulation.log")) {
      String packed = "real-engine/" + name + "/" + log + ".gz";
      try (InputStream in = RealEngineTest.class.getResourceAsStream(packed)) {
        if (in == null) {
          throw new IOException("cannot find " + packed);
        }
        Files.copy(new GZIPInputStream(in), folder.resolve(log));
      }
    }
    return Analysis.of(RunReader.read(folder), RequestSlo.none());
  }

  private static List<FindingKind> kinds(RunAnalysis run) {
    return run.reading().stream().map(Finding::kind).toList();
  }

  private static String said(RunAnalysis run, FindingKind kind) {
    return run.reading().stream()
        .filter(finding -> finding.kind() == kind)
        .map(Finding::sentence)
        .findFirst()
        .orElse("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1-slot-mid", "4-slots-mid", "1-slot-toy", "4-slots-toy"})
  void nothingIsWrongWithTheRun(String name) throws IOException {
    RunAnalysis run = run(name);

    assertThat(run.reading()).allMatch(f -> f.severity() == Finding.Severity.NOTE);
    assertThat(run.remarks()).isEmpty();
    assertThat(run.levels()).hasSize(4);
    for (LevelSummary level : run.levels()) {
      assertThat(level.requests().ok()).isEqualTo(24);
      assertThat(level.suspect()).isEmpty();
      assertThat(level.metric(Metric.OUTPUT_TOKENS).orElseThrow())
          .matches(tokens -> tokens.min() == 64 && tokens.max() == 64, "64 tokens an answer");
    }
  }

  @Test
  void oneSlotQueues() throws IOException {
    RunAnalysis run = run("1-slot-mid");

    assertThat(kinds(run)).containsExactlyElementsOf(OF_ONE_SLOT);
    assertThat(said(run, FindingKind.QUEUEING))
        .startsWith("Queueing from c=1 on: up to c=8")
        .endsWith("so the server has about 1 slot.");
    assertThat(said(run, FindingKind.SERVER_WAIT)).startsWith("c=8: by its own clock");
    assertThat(said(run, FindingKind.SCALABILITY)).contains("more users than at c=1 do not help");
  }

  @Test
  void fourSlotsBatchAndThenQueue() throws IOException {
    RunAnalysis run = run("4-slots-mid");

    assertThat(kinds(run))
        .containsExactly(
            FindingKind.LITTLES_LAW,
            FindingKind.RESENT,
            FindingKind.BATCHING,
            FindingKind.QUEUEING,
            FindingKind.SERVER_WAIT,
            FindingKind.SCALABILITY,
            FindingKind.CLOSED_ONLY,
            FindingKind.PREFILL_GAP,
            FindingKind.CHAIN_TAIL,
            FindingKind.SMALL_SAMPLE);
    assertThat(said(run, FindingKind.BATCHING)).startsWith("Batching from c=2 to c=4");
    assertThat(said(run, FindingKind.QUEUEING))
        .startsWith("Queueing from c=4 on: up to c=8")
        .endsWith("so the server has about 4 slots.");
  }

  @Test
  void oneSlotQueuesHoweverShortTheQueue() throws IOException {
    RunAnalysis run = run("1-slot-toy");

    assertThat(kinds(run)).containsExactlyElementsOf(OF_ONE_SLOT);
    // one user does not fill the slot: 7 ms of prefill and 20 ms of decoding leave it a pause
    assertThat(said(run, FindingKind.QUEUEING))
        .startsWith("Queueing from c=4 on: up to c=8")
        .endsWith("so the server has about 1 slot.");
  }

  @Test
  void fourSlotsBatchAndThenQueueHoweverShortTheStep() throws IOException {
    RunAnalysis run = run("4-slots-toy");

    assertThat(kinds(run))
        .containsExactly(
            FindingKind.LITTLES_LAW,
            FindingKind.RESENT,
            FindingKind.BATCHING,
            FindingKind.QUEUEING,
            FindingKind.SERVER_WAIT,
            FindingKind.SCALABILITY,
            FindingKind.CLOSED_ONLY,
            FindingKind.CHAIN_TAIL,
            FindingKind.SMALL_SAMPLE);
    assertThat(said(run, FindingKind.BATCHING)).startsWith("Batching from c=1 to c=4");
    // not the number of slots: with steps of 0.8 ms an answer's last read comes as the next one's
    // first is made
    assertThat(said(run, FindingKind.QUEUEING)).startsWith("Queueing from c=4 on: up to c=8");
  }
}
