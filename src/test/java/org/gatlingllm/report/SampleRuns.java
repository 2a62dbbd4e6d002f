package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gatlingllm.analysis.EngineUse;
import org.gatlingllm.analysis.Finding;
import org.gatlingllm.analysis.FindingKind;
import org.gatlingllm.analysis.HeldConcurrency;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.LittlesLaw;
import org.gatlingllm.analysis.Rates;
import org.gatlingllm.analysis.RequestCounts;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.analysis.Window;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.TokenCounts;
import org.jspecify.annotations.Nullable;

/** Runs made by hand, the same each time: the input of the golden files and of sample pictures. */
final class SampleRuns {
  static final long BASE_NANOS = 5_000_000_000L;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long STARTED_AT_MICROS = 1_767_323_045_000_006L;

  private SampleRuns() {}

  /** One slot: a queue. Throughput stays, TTFT grows with the users. */
  static RunAnalysis queueing() {
    List<LevelSummary> levels = new ArrayList<>();
    double service = 145 + SampleMetrics.TOKENS * 18.5;
    for (int users : new int[] {1, 2, 4, 8}) {
      levels.add(closed(users, 145 + (users - 1) * service, 18.5, 47.5 + users * 0.2, List.of()));
    }
    levels.add(open("rate=50%", 0.5, 0.376, 480, 24.1));
    levels.add(open("rate=90%", 0.9, 0.677, 3_900, 42.3));
    return new RunAnalysis(
        header("np1"),
        levels,
        List.of(
            note(
                FindingKind.QUEUEING,
                "Queueing from c=2 on: tok/s stays at 48 while TTFT p50 grows from 145 ms to 9.45 s."),
            warning(
                FindingKind.CLOSED_LOOP,
                "The closed level c=1 hides waiting: at rate=90% TTFT p99 is 12 times its p50.")),
        List.of());
  }

  /** Four slots: a batch. Throughput grows up to four users; the level of eight is suspect. */
  static RunAnalysis batching() {
    List<LevelSummary> levels = new ArrayList<>();
    levels.add(closed(1, 150, 19, 46.8, List.of()));
    levels.add(closed(2, 190, 27, 66.2, List.of()));
    levels.add(closed(4, 260, 51, 73.9, List.of()));
    String reason =
        "event-loop lag p99 41 ms exceeds 26 ms: the client was measured, not the server";
    levels.add(closed(8, 3_600, 51.5, 74.6, List.of(reason)));
    return new RunAnalysis(
        header("np4"),
        levels,
        List.of(
            note(
                FindingKind.BATCHING,
                "Batching up to c=4: tok/s grows from 47 to 74 while ITL p50 grows from 19 ms to 51 ms.")),
        List.of());
  }

  /** What can be missing is missing; what can fail has failed. */
  static RunAnalysis troubled() {
    RequestCounts failing =
        new RequestCounts(24, 12, 5, 1, 6, 2, Map.of(Outcome.TIMEOUT, 3, Outcome.TRUNCATED, 2));
    return new RunAnalysis(
        header("troubled"),
        List.of(
            level(closedLoad("c=1", 1), failing, SampleMetrics.few(), client(), List.of()),
            level(
                closedLoad("c=2", 2),
                new RequestCounts(8, 0, 8, 0, 0, 0, Map.of(Outcome.CONNECTION, 8)),
                Map.of(),
                null,
                List.of()),
            level(
                openLoad("rate=90%", Double.NaN, 0.9),
                new RequestCounts(0, 0, 0, 0, 0, 0, Map.of()),
                Map.of(Metric.TIME_TO_FIRST_TOKEN, Distribution.of()),
                null,
                List.of())),
        List.of(),
        List.of("simulation.log is cut: Little's law is not judged"));
  }

  /** No level at all. */
  static RunAnalysis empty() {
    return new RunAnalysis(header("empty"), List.of(), List.of(), List.of());
  }

  /** A run in which this text stands wherever text can. */
  static RunAnalysis saying(String text) {
    RunHeader header =
        new RunHeader(
            text,
            text,
            text,
            text,
            STARTED_AT_MICROS,
            BASE_NANOS,
            42,
            new RunHeader.Target(text, text, text),
            Map.of(text, text, "llm.prompt", text));
    Level level =
        new Level(text, new Level.Closed(2), 1, text, 100, SampleMetrics.TOKENS, true, false);
    RequestCounts counts = new RequestCounts(24, 24, 0, 0, 0, 0, Map.of());
    Level arriving =
        new Level(text + "2", new Level.Open(Double.NaN, 0.5, text), 1, text, 9, 9, true, false);
    return new RunAnalysis(
        header,
        List.of(
            level(level, counts, SampleMetrics.few(), client(), List.of(text)),
            level(arriving, counts, SampleMetrics.few(), client(), List.of())),
        List.of(warning(FindingKind.OTHER, text), note(FindingKind.OTHER, text)),
        List.of(text));
  }

  static RunHeader header(String label) {
    return new RunHeader(
        label,
        "org.gatlingllm.CurveSimulation",
        "3.15.1",
        "17.0.15",
        STARTED_AT_MICROS,
        BASE_NANOS,
        42,
        new RunHeader.Target("http://127.0.0.1:8080", "openai-chat", "tiny"),
        Map.of(
            "llm.maxTokens", "64",
            "llm.closed.concurrency", "[1,2,4,8]",
            "llm.apiKey", "sk-must-not-be-shown",
            "llm.baseUrl", "http://user:must-not-be-shown@127.0.0.1:8080"));
  }

  private static LevelSummary closed(
      int users, double ttftMillis, double itlMillis, double outputTokens, List<String> suspect) {
    Level level = closedLoad("c=" + users, users);
    double perSecond = outputTokens / SampleMetrics.TOKENS;
    Map<Metric, Distribution> metrics =
        SampleMetrics.metrics(ttftMillis, users == 1 ? 1.05 : 1.4, itlMillis);
    Rates rates =
        new Rates(
            perSecond,
            outputTokens,
            outputTokens * 2.5,
            outputTokens * 1.02,
            perSecond * 1.02,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            perSecond);
    return summary(level, rates, metrics, users, suspect);
  }

  private static LevelSummary open(
      String name, double share, double rate, double ttftMillis, double outputTokens) {
    Rates rates =
        new Rates(
            outputTokens / SampleMetrics.TOKENS,
            outputTokens,
            outputTokens * 2.5,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            rate,
            rate * 1.05,
            rate * 1.049);
    Map<Metric, Distribution> metrics = SampleMetrics.metrics(ttftMillis, 12, 18.6);
    return summary(openLoad(name, rate, share), rates, metrics, rate * 1.9, List.of());
  }

  private static LevelSummary summary(
      Level level,
      Rates rates,
      Map<Metric, Distribution> metrics,
      double inFlight,
      List<String> suspect) {
    double seconds = SampleMetrics.REQUESTS / rates.requests();
    return new LevelSummary(
        level,
        new Window(
            BASE_NANOS + NANOS_PER_SECOND, BASE_NANOS + NANOS_PER_SECOND + (long) (seconds * 1e9)),
        new RequestCounts(SampleMetrics.REQUESTS, SampleMetrics.REQUESTS, 0, 0, 0, 0, Map.of()),
        rates,
        new HeldConcurrency(inFlight * 0.99, (int) Math.ceil(inFlight)),
        0.002,
        new LittlesLaw(
            rates.requests(),
            inFlight * 0.93 / rates.requests(),
            inFlight * 0.93,
            inFlight * 0.934,
            0.0043,
            0.05,
            true),
        metrics,
        client(),
        inFlight < 2 ? null : engine(),
        suspect);
  }

  private static LevelSummary level(
      Level level,
      RequestCounts counts,
      Map<Metric, Distribution> metrics,
      @Nullable ClientHealth client,
      List<String> suspect) {
    double unknown = Double.NaN;
    double done = counts.ok() == 0 ? 0 : 0.31;
    Rates rates =
        new Rates(
            done, done * 12, unknown, unknown, unknown, unknown, unknown, unknown, unknown,
            unknown);
    return new LevelSummary(
        level,
        new Window(BASE_NANOS, BASE_NANOS + (counts.sent() == 0 ? 0 : 40 * NANOS_PER_SECOND)),
        counts,
        rates,
        new HeldConcurrency(unknown, 0),
        unknown,
        new LittlesLaw(unknown, unknown, unknown, unknown, unknown, 0.05, false),
        metrics,
        client,
        null,
        suspect);
  }

  private static Level closedLoad(String name, int users) {
    return new Level(
        name, new Level.Closed(users), 1, null, 100, SampleMetrics.TOKENS, true, false);
  }

  private static Level openLoad(String name, double rate, double share) {
    int unknown = TokenCounts.UNKNOWN;
    return new Level(
        name, new Level.Open(rate, share, "poisson"), 1, null, unknown, unknown, false, false);
  }

  private static ClientHealth client() {
    return new ClientHealth(
        90_000, 410_000, 2_300_000, 12_000_000, 3, 0.11, 0.4, Double.NaN, 1.5e6, 900_000_000);
  }

  private static EngineUse engine() {
    return new EngineUse(
        31,
        Map.of(
            EngineGauge.RUNNING,
            new EngineUse.Gauge(0.97, 1),
            EngineGauge.WAITING,
            new EngineUse.Gauge(1.5, 3),
            EngineGauge.KV_CACHE_USAGE_RATIO,
            new EngineUse.Gauge(0.0625, 0.12345678)));
  }

  private static Finding note(FindingKind kind, String sentence) {
    return new Finding(kind, Finding.Severity.NOTE, sentence);
  }

  private static Finding warning(FindingKind kind, String sentence) {
    return new Finding(kind, Finding.Severity.WARNING, sentence);
  }
}
