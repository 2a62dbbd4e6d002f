package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.gate.Change;
import org.gatlingllm.gate.GateReport;
import org.gatlingllm.gate.Verdict;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Run;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written is read back, and what cannot be read is told in one sentence. */
final class ReportReaderTest {
  @TempDir private Path folder;

  static Stream<RunAnalysis> runs() {
    return Stream.concat(
        Stream.of(
            SampleRuns.queueing(),
            SampleRuns.batching(),
            SampleRuns.troubled(),
            SampleRuns.empty()),
        // half a character cannot be in a file
        HostileTextTest.hostile().filter(text -> !text.contains("\uD800")).map(SampleRuns::saying));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void whatIsReadIsWhatWasWritten(RunAnalysis run) {
    String text = JsonReport.of(run);

    assertThat(JsonReport.of(ReportReader.read(text).analysis())).isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyFileMadeOfItIsThatOfTheRunItself(RunAnalysis run) {
    List<RunAnalysis> direct = List.of(run);
    List<RunAnalysis> read = List.of(ReportReader.read(JsonReport.of(run)).analysis());

    assertThat(MarkdownSummary.of(read)).isEqualTo(MarkdownSummary.of(direct));
    assertThat(LevelsCsv.of(read)).isEqualTo(LevelsCsv.of(direct));
    assertThat(ConsoleTable.of(read)).isEqualTo(ConsoleTable.of(direct));
    assertThat(CurveChart.drawable(read)).isEqualTo(CurveChart.drawable(direct));
    if (CurveChart.drawable(direct)) {
      assertThat(CurveChart.svg(read)).isEqualTo(CurveChart.svg(direct));
    }
  }

  @Test
  void thePageMadeAgainIsThePageMadeOfTheRun() throws IOException {
    Measured run = judged(PageRuns.closed(3, 200));
    ReportFiles.write(Reported.of(run), run.run(), folder);
    Reported old = Reported.read(folder.resolve("report.json"));

    assertThat(Page.of(List.of(old.tree()))).isEqualTo(Page.of(List.of(JsonReport.tree(run))));
    for (String name : List.of("index.html", "summary.md", "levels.csv", "curve.svg")) {
      Path again = folder.resolve("again");
      ReportFiles.write(List.of(old), again);
      assertThat(again.resolve(name)).hasSameTextualContentAs(folder.resolve(name));
    }
  }

  @Test
  void verdictsAndChangesAreReadBack() {
    Measured run = judged(PageRuns.closed(1, 30));

    GateReport read = Reported.of(run).gate();

    assertThat(read).isEqualTo(run.gate());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/test/resources/org/gatlingllm/report/page-report.json",
        "reports/example/report-1-slot.json",
        "reports/example/report-4-slots.json"
      })
  void reportsOfOldRunsAreRead(Path file) {
    Reported old = Reported.read(file);

    assertThat(old.analysis().levels()).isNotEmpty();
    assertThat(old.analysis().levels().get(0).metric(Metric.TIME_TO_FIRST_TOKEN)).isPresent();
    assertThat(Page.of(List.of(old.tree()))).contains(old.label());
  }

  @Test
  void whatTheFileDoesNotHoldIsUnknown() {
    RunAnalysis read = ReportReader.read(JsonReport.of(SampleRuns.queueing())).analysis();
    var ttft = read.levels().get(0).metric(Metric.TIME_TO_FIRST_TOKEN).orElseThrow();

    assertThat(ttft.quantile(0.42)).isNaN();
    assertThat(ttft.fractionBelow(1e9)).isNaN();
    assertThat(ttft.interval(0.999)).isEqualTo(Interval.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "                                             | expected a JSON object, found another kind",
        "no JSON                                      | expected whole JSON, found what is none at line 1",
        "[]                                           | expected a JSON object, found another kind",
        "{\"levels\": []                              | expected whole JSON",
        "{\"levels\": []} {}                          | expected whole JSON",
        "{\"stats\": {}}                              | expected a report of gatling-llm, found JSON without",
        "{\"schema_version\": 2, \"levels\": []}      | expected 1 at schema_version, found 2;",
        "{\"schema_version\": \"1\", \"levels\": []}  | expected a whole number at schema_version, found \"1\"",
        "{\"schema_version\": 1, \"levels\": {}}      | expected a text at label, found nothing"
      })
  void aForeignFileGivesOneSentence(@Nullable String text, String said) throws IOException {
    Path file = Files.writeString(folder.resolve("report.json"), text == null ? "" : text);

    assertThatThrownBy(() -> Reported.read(file))
        .isInstanceOf(ReportException.class)
        .hasMessageStartingWith("cannot read the report \"" + file + "\": " + said)
        .hasMessageEndingWith("that this version wrote (schema_version 1)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"label\": \"np1\"        | \"label\": null             | a text at label, found null",
        "\"levels\": [             | \"levels\": [ 7,            | an object at levels[0], found 7",
        "\"mode\": \"closed\"      | \"mode\": \"shut\"          | \"closed\" or \"open\" at levels[0].mode, found \"shut\"",
        "\"concurrency\": 1,       |                             | a count at levels[0].concurrency, found nothing",
        "\"sent\": 24              | \"sent\": -24               | a count at levels[0].requests.sent, found -24",
        "\"sent\": 24              | \"sent\": 24.5              | a count at levels[0].requests.sent, found 24.5",
        "\"burst_fraction\":       | \"burst_fraction\": 1e999, \"x\": | a number at levels[0].burst_fraction, found 1",
        "\"count\": 24             | \"count\": \"many\"         | a count at levels[0].metrics.time_to_first_token.count, found \"many\"",
        "\"severity\": \"note\"    | \"severity\": \"joke\"      | \"note\" or \"warning\" at reading[0].severity, found \"joke\"",
        "\"started_at\": \"2026    | \"started_at\": \"soon      | an instant at started_at, found \"soon",
        "\"judged\": true          | \"judged\": 1               | true or false at levels[0].littles_law.judged, found 1"
      })
  void aDamagedReportTellsWhere(String from, @Nullable String to, String said) throws IOException {
    String whole = JsonReport.of(SampleRuns.queueing());
    assertThat(whole).contains(from);
    String damaged =
        whole.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to == null ? "" : to));
    Path file = Files.writeString(folder.resolve("report.json"), damaged);

    assertThatThrownBy(() -> Reported.read(file))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining(": expected " + said);
  }

  @Test
  void aCutReportIsNeverHalfARun() throws IOException {
    String whole = JsonReport.of(SampleRuns.queueing());
    for (int length = 0; length < whole.stripTrailing().length(); length += 97) {
      Path file = Files.writeString(folder.resolve("report.json"), whole.substring(0, length));

      assertThatThrownBy(() -> Reported.read(file)).isInstanceOf(ReportException.class);
    }
  }

  @Test
  void bytesThatAreNoTextGiveOneSentence() throws IOException {
    Path file = Files.write(folder.resolve("report.json"), new byte[] {(byte) 0xff, 0, 1});

    assertThatThrownBy(() -> Reported.read(file))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("expected a text file");
  }

  private static Measured judged(Run run) {
    Verdict missed =
        new Verdict(
            "c=1: p95 ttft ≤ 10 ms",
            Verdict.Kind.MISSED,
            "≤ 10 ms",
            "24 ms",
            30,
            "20 ms to 28 ms",
            "slow",
            false);
    Verdict open =
        new Verdict("c=2", Verdict.Kind.INCONCLUSIVE, "≤ 1 s", "–", 0, "–", "too few", true);
    Change slower = change(Change.Kind.REGRESSED, 0.146, new Interval(0.12, 0.17), false);
    Change unknown = change(Change.Kind.INCONCLUSIVE, Double.NaN, Interval.UNKNOWN, true);
    RequestSlo slo = new RequestSlo(Map.of(Metric.TIME_TO_FIRST_TOKEN, 1e7));
    return new Measured(
        run,
        Analysis.of(run, slo),
        slo,
        new GateReport(List.of(missed, open), List.of(slower, unknown)));
  }

  private static Change change(
      Change.Kind kind, double change, Interval interval, boolean tolerated) {
    return new Change(
        "c=8: b", "ttft", kind, "90 ms", "103 ms", change, interval, 72, 71, "why", tolerated);
  }
}
