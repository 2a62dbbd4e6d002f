package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.gate.Baseline;
import org.gatlingllm.gate.BaselineException;
import org.gatlingllm.gatling.GateResponse;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.RunHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run with a baseline is asked beforehand, and what it is told. */
final class GateTest {
  private static final Run RUN = VirtualRun.of(1, 1);

  private final Map<String, String> properties = new HashMap<>(Map.of("llm.slo", "none"));
  private final Path folder;

  GateTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Gate gate() {
    return Gate.of(Settings.read(properties), folder);
  }

  private Gate.Asked asked(Run run) {
    return gate().asked(run.header(), run.levels());
  }

  private void baseline(String name) {
    Baseline.of("study", RUN, Analysis.of(RUN, RequestSlo.none())).write(folder.resolve(name));
  }

  private static Run ofAnotherModel() {
    RunHeader h = RUN.header();
    RunHeader other =
        new RunHeader(
            h.label(),
            h.simulation(),
            "",
            "",
            0,
            0,
            1,
            new RunHeader.Target("http://127.0.0.1", "openai-chat", "larger"),
            h.settings());
    return new Run(other, RUN.levels(), RUN.requests(), Map.of(), null, List.of());
  }

  private List<GateResponse> responses(double decode) {
    Run run = VirtualRun.of(decode, 1001);
    Path stored = StoredRun.of(run, folder, "run-" + decode);
    return gate().responses(stored, asked(run));
  }

  @Test
  void withoutABaselineNothingIsCompared() {
    assertThat(asked(RUN).verdicts()).isEmpty();
    assertThat(asked(RUN).rates()).isEmpty();
  }

  @Test
  void baselineOfTheLabelAsksForEveryComparisonAndGivesItsRates() {
    baseline("study.json");
    assertThat(asked(RUN).verdicts())
        .hasSize(6 * 4)
        .allMatch(v -> v.group().equals("REGRESSION"))
        .extracting(GateResponse::name)
        .contains("c=1: ttft", "c=1: itl", "c=1: tpot", "c=1: errors", "rate=90%: ttft");
    assertThat(asked(RUN).rates()).containsOnlyKeys("rate=50%", "rate=90%");
    assertThat(asked(RUN).rates().get("rate=90%")).isCloseTo(0.949, within(0.001));
  }

  @Test
  void everyComparisonThatWasAskedForIsAnswered() {
    baseline("study.json");
    List<GateResponse> equal = responses(1);
    assertThat(equal).extracting(GateResponse::name).hasSize(24).doesNotHaveDuplicates();
    assertThat(equal).noneMatch(GateResponse::failed);
    assertThat(responses(1.3))
        .filteredOn(r -> r.name().equals("c=1: itl"))
        .singleElement()
        .matches(GateResponse::failed)
        .extracting(GateResponse::message)
        .isEqualTo("regressed: the whole interval is worse than 10 %");
  }

  @Test
  void baselineOfAnotherWorkloadDoesNotHinderARunThatDidNotNameIt() {
    baseline("study.json");
    Run other = ofAnotherModel();
    assertThat(asked(other).verdicts()).isEmpty();
    assertThat(asked(other).rates()).isEmpty();
    assertThat(gate().measured(StoredRun.of(other, folder, "run")).gate().refused())
        .contains("cannot compare with baseline study", "model was \"\" and is \"larger\"");
  }

  @Test
  void baselineThatWasNamedMustFitBeforeTheLoadBegins() {
    baseline("named.json");
    properties.put("llm.baseline.file", folder.resolve("named.json").toString());
    assertThat(asked(RUN).verdicts()).hasSize(24);
    Run other = ofAnotherModel();
    assertThatThrownBy(() -> asked(other))
        .isInstanceOf(BaselineException.class)
        .hasMessageContaining("model was \"\" and is \"larger\"");
    properties.put("llm.baseline.file", folder.resolve("none.json").toString());
    assertThatThrownBy(() -> asked(RUN)).hasMessageContaining("expected a file, found none");
  }

  @Test
  void damagedBaselineIsToldBeforeTheLoadBegins() throws Exception {
    Files.writeString(folder.resolve("study.json"), "{");
    assertThatThrownBy(() -> asked(RUN))
        .isInstanceOf(BaselineException.class)
        .hasMessageContaining("expected JSON");
  }

  @Test
  void twoServersAreComparedWithEachOtherAndWithNoBaseline() {
    baseline("study.json");
    List<Level> levels =
        Stream.of("a", "b")
            .map(t -> new Level("c=1 #1 @" + t, new Level.Closed(1), 1, t, 1, 1, true, false))
            .toList();
    Gate.Asked asked = gate().asked(RUN.header(), levels);
    assertThat(asked.verdicts())
        .extracting(GateResponse::name)
        .containsExactly("c=1: ttft", "c=1: itl", "c=1: tpot", "c=1: errors");
    assertThat(asked.rates()).isEmpty();
  }
}
