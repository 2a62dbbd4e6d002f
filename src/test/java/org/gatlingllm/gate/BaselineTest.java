package org.gatlingllm.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.gatlingllm.metric.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BaselineTest {
  private final Path folder;

  BaselineTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static GateRun two() {
    return new GateRun()
        .level("c=1", 1)
        .streams(10, 100, 101, 102, 103, 104, 105)
        .level("c=2", 2)
        .streams(20, 200, 201, 202, 203, 204, 205);
  }

  private static Baseline baseline() {
    return Baseline.of("nightly", two().run(), two().analysis());
  }

  private static List<String> differences(Baseline then, GateRun now) {
    return then.fingerprint().differences(Fingerprint.of(now.run().header(), now.run().levels()));
  }

  private Path written(UnaryOperator<String> change) throws IOException {
    Path file = folder.resolve("nightly.json");
    Files.writeString(file, change.apply(BaselineJson.text(baseline())), StandardCharsets.UTF_8);
    return file;
  }

  @Test
  void baselineThatIsReadSaysWhatWasWritten() {
    Path file = folder.resolve("reports/baseline/nightly.json");
    baseline().write(file);
    Baseline read = Baseline.read(file);
    assertThat(read.name()).isEqualTo("nightly");
    assertThat(read.recordedAt()).isEqualTo("2023-11-14T22:13:20Z");
    assertThat(read.fingerprint()).isEqualTo(baseline().fingerprint());
    assertThat(read.levels()).hasSize(2);
    MetricState ttft = read.level("c=2").metric(Metric.TIME_TO_FIRST_TOKEN).orElseThrow();
    assertThat(ttft.count()).isEqualTo(6);
    assertThat(ttft.quantile(0.5)).isBetween(201.9e6, 202.3e6);
    assertThat(ttft.blocks().get(0)).hasSize(3);
    assertThat(BaselineJson.text(read)).isEqualTo(BaselineJson.text(baseline()));
  }

  @Test
  void baselineIsSmall() {
    double[] many = new double[2000];
    for (int i = 0; i < many.length; i++) {
      many[i] = 100 + i % 97;
    }
    GateRun run = new GateRun().level("c=1", 1).streams(10, many);
    String text = BaselineJson.text(Baseline.of("x", run.run(), run.analysis()));
    assertThat(text.length()).as("bytes of 2000 requests").isLessThan(8_000);
  }

  @Test
  void equalRunsAreComparableWhereverTheServerListens() {
    assertThat(differences(baseline(), two())).isEmpty();
  }

  @Test
  void otherWorkloadsAreRefusedWithTheDifferenceNamed() {
    GateRun other = two().setting("llm.maxTokens", "128").model("larger");
    assertThatThrownBy(
            () ->
                RegressionGate.against(
                    baseline(), other.run(), other.analysis(), RegressionRule.STANDARD))
        .isInstanceOf(BaselineException.class)
        .hasMessage(
            "cannot compare with baseline nightly of 2023-11-14T22:13:20Z: expected the same"
                + " workload and target, found that llm.maxTokens was \"64\" and is \"128\", model"
                + " was \"m\" and is \"larger\"; run what it was made of, or make a new one");
  }

  @Test
  void otherLevelsAndAnotherServerAreDifferences() {
    GateRun fewer = new GateRun().level("c=1", 1).streams(10, 100);
    assertThat(differences(baseline(), fewer))
        .containsExactly("levels was \"c=1, c=2\" and is \"c=1\"");
    assertThat(differences(baseline(), two().setting("llm.server.preset", "\"np1\"")))
        .containsExactly("llm.server.preset was \"np4\" and is \"np1\"");
    assertThat(differences(baseline(), two().setting("llm.baseUrl", "\"http://x:1\"")))
        .containsExactly("llm.server.preset was \"np4\" and is \"none: a server of its own\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"llm.open.burstiness", "llm.open.trace", "llm.open.traceScale"})
  void otherArrivalsAreADifference(String key) {
    GateRun first = two().setting(key, "1");
    Baseline then = Baseline.of("x", first.run(), first.analysis());
    assertThat(differences(then, two().setting(key, "1"))).isEmpty();
    assertThat(differences(then, two().setting(key, "2")))
        .containsExactly(key + " was \"1\" and is \"2\"");
  }

  @Test
  void suspectOrEmptyLevelMakesNoBaseline() {
    GateRun suspect = two().lagging();
    assertThatThrownBy(() -> Baseline.of("x", suspect.run(), suspect.analysis()))
        .isInstanceOf(BaselineException.class)
        .hasMessageStartingWith(
            "cannot make baseline x: expected levels that can be trusted, found at c=2: the level is suspect: ");
    GateRun empty = two().level("c=4", 4);
    assertThatThrownBy(() -> Baseline.of("x", empty.run(), empty.analysis()))
        .hasMessageContaining("found at c=4: no token in any of its answers; run again");
  }

  @Test
  void missingFileIsRefused() {
    assertThatThrownBy(() -> Baseline.read(folder.resolve("none.json")))
        .isInstanceOf(BaselineException.class)
        .hasMessageStartingWith("cannot read baseline ")
        .hasMessageEndingWith(
            "none.json: expected a file, found none; make it of a run that you trust");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"gatling-llm-baseline\" | \"k6\" | expected \"kind\": \"gatling-llm-baseline\", found"
            + " \"k6\"; name a baseline of gatling-llm",
        "\"schema_version\" : 1 | \"schema_version\" : 2 | expected schema version 1, found 2; use"
            + " the newer gatling-llm that wrote it",
        "\"schema_version\" : 1 | \"schema_version\" : 0 | expected schema version 1, found 0; make"
            + " it again",
        "\"histogram\" : \" | \"histogram\" : \"AAAA | expected at c=1 time_to_first_token an"
            + " HdrHistogram, found",
        "\"histogram\" : \" | \"histogram\" : \"* | expected at c=1 time_to_first_token an"
            + " HdrHistogram, found",
        "\"count\" : 6 | \"count\" : 7 | expected at c=1 time_to_first_token a histogram of 7"
            + " samples, found 6",
        "\"requests\" : 6 | \"requests\" : -6 | expected at requests a count, found -6",
        "\"failed\" : 0 | \"failed\" : 9 | expected at c=1 no more failed than 6 requests, found 9",
        "\"block_nanos\" : [ [ | \"block_nanos\" : [ [ -1, | expected at c=1 time_to_first_token"
            + " positive numbers in block_nanos, found -1",
        "\"blocks_each\" : 6 | \"blocks_each\" : 5 | expected at c=1 time_to_first_token 5 blocks a"
            + " repeat, found 6",
        "\"blocks_each\" : 6 | \"blocks_each\" : 6, \"requests_per_second\" : 0 | expected at c=1"
            + " requests_per_second above 0, found 0",
        "\"block_nanos\" : [ [ | \"block_nanos\" : 7, \"x\" : [ [ | expected at block_nanos a list,"
            + " found 7",
        "\"metrics\" | \"metric\" | expected at metrics an object",
        "\"recorded_at\" | \"recorded\" | expected at recorded_at a text",
        "\"levels\" : [ | \"stages\" : [ | expected at levels a list",
        "\"fingerprint\" | \"finger\" | expected at fingerprint an object",
        "\"name\" : \"nightly\" | \"name\" : 7 | expected at name a text, found 7",
      })
  void damagedOrForeignFileIsRefused(String text, String by, String problem) throws IOException {
    Path file = written(whole -> whole.replaceFirst(Pattern.quote(text), by));
    assertThatThrownBy(() -> Baseline.read(file))
        .isInstanceOf(BaselineException.class)
        .hasMessageStartingWith("cannot read baseline " + file + ": " + problem.strip());
  }

  @Test
  void cutFileIsRefusedWithItsPlace() throws IOException {
    Path file = written(whole -> whole.substring(0, whole.length() / 2));
    assertThatThrownBy(() -> Baseline.read(file))
        .isInstanceOf(BaselineException.class)
        .hasMessageMatching(".*: expected JSON, found a fault at line \\d+, column \\d+; .*");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> Baseline.read(file))
        .isInstanceOf(BaselineException.class)
        .hasMessageContaining("cannot be opened as UTF-8 text");
    for (String foreign : List.of("[]", "", "null", "{ \"levels\": [] }")) {
      Files.writeString(file, foreign, StandardCharsets.UTF_8);
      assertThatThrownBy(() -> Baseline.read(file))
          .isInstanceOf(BaselineException.class)
          .hasMessageContaining("expected \"kind\": \"gatling-llm-baseline\", found ")
          .hasMessageEndingWith("; name a baseline of gatling-llm");
    }
  }

  @Test
  void levelThatTheFingerprintNamesAndTheFileLacksIsToldOf() throws IOException {
    Path file = written(whole -> whole.replace("\"name\" : \"c=2\"", "\"name\" : \"c=3\""));
    assertThatThrownBy(
            () ->
                RegressionGate.against(
                    Baseline.read(file), two().run(), two().analysis(), RegressionRule.STANDARD))
        .isInstanceOf(BaselineException.class)
        .hasMessage(
            "cannot compare with baseline nightly: expected level c=2, which its fingerprint names,"
                + " found c=1, c=3; make it again, or take it from version control");
  }

  @Test
  void folderIsNoBaseline() {
    assertThatThrownBy(() -> Baseline.read(folder))
        .hasMessageContaining("expected a file, found none");
  }
}
