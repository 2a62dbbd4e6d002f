package org.gatlingllm.report;

import java.util.EnumMap;
import java.util.Map;
import org.gatlingllm.analysis.EngineUse;
import org.gatlingllm.analysis.HeldConcurrency;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.LittlesLaw;
import org.gatlingllm.analysis.Rates;
import org.gatlingllm.analysis.RequestCounts;
import org.gatlingllm.analysis.Window;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.TokenCounts;
import org.jspecify.annotations.Nullable;

/**
 * One level of {@code report.json}: the way back of {@link JsonLevel}, {@link JsonClient} and
 * {@link JsonEngine}.
 */
final class LevelReader {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private LevelReader() {}

  static LevelSummary read(JsonPart part) {
    return new LevelSummary(
        level(part),
        window(part.part("window")),
        requests(part.part("requests")),
        rates(part),
        new HeldConcurrency(part.number("held_concurrency"), part.count("peak_concurrency", 0)),
        part.number("burst_fraction"),
        littlesLaw(part.part("littles_law")),
        metrics(part.part("metrics")),
        part.has("client") ? client(part.part("client")) : null,
        part.has("engine") ? engine(part.part("engine")) : null,
        part.texts("suspect"));
  }

  private static Level level(JsonPart part) {
    @Nullable String target = part.has("target") ? part.text("target") : null;
    return new Level(
        part.text("name"),
        load(part),
        part.count("repeat", 1),
        target,
        part.count("asked_prompt_tokens", TokenCounts.UNKNOWN),
        part.count("asked_max_tokens", TokenCounts.UNKNOWN),
        part.flag("exact_length"),
        part.flag("paced"));
  }

  private static Level.Load load(JsonPart part) {
    return switch (part.text("mode")) {
      case "closed" -> new Level.Closed(part.count("concurrency"));
      case "open" ->
          new Level.Open(
              part.number("offered_rate"), part.number("peak_share"), part.text("arrivals", ""));
      default -> throw part.unexpected("mode", "\"closed\" or \"open\"");
    };
  }

  /** The clock of a run that is over starts with the run. */
  private static Window window(JsonPart part) {
    if (!part.has("start_s")) {
      return new Window(0, 0);
    }
    long start = Math.round(part.number("start_s") * NANOS_PER_SECOND);
    return new Window(start, start + Math.round(part.number("duration_s") * NANOS_PER_SECOND));
  }

  private static RequestCounts requests(JsonPart part) {
    Map<Outcome, Integer> failures = new EnumMap<>(Outcome.class);
    JsonPart classes = part.part("failures");
    for (Outcome outcome : Outcome.values()) {
      if (classes.has(outcome.tag())) {
        failures.put(outcome, classes.count(outcome.tag()));
      }
    }
    return new RequestCounts(
        part.count("sent"),
        part.count("ok"),
        part.count("failed"),
        part.count("cancelled"),
        part.count("rate_limited"),
        part.count("empty"),
        failures);
  }

  private static Rates rates(JsonPart part) {
    return new Rates(
        part.number("request_throughput"),
        part.number("output_token_throughput"),
        part.number("total_token_throughput"),
        part.number("steady_output_token_throughput"),
        part.number("steady_request_throughput"),
        part.number("goodput"),
        part.number("good_request_fraction"),
        part.number("offered_rate"),
        part.number("scheduled_rate"),
        part.number("achieved_rate"));
  }

  private static LittlesLaw littlesLaw(JsonPart part) {
    return new LittlesLaw(
        part.number("arrival_rate"),
        part.number("mean_residence_s"),
        part.number("expected_in_flight"),
        part.number("observed_in_flight"),
        part.number("relative_error"),
        part.number("tolerance"),
        part.flag("judged"));
  }

  private static Map<Metric, Distribution> metrics(JsonPart part) {
    Map<Metric, Distribution> metrics = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      if (part.has(metric.tag())) {
        metrics.put(metric, JsonDistribution.read(metric, part.part(metric.tag())));
      }
    }
    return metrics;
  }

  private static ClientHealth client(JsonPart part) {
    return new ClientHealth(
        nanos(part, "lag_p50_ms"),
        nanos(part, "lag_p99_ms"),
        nanos(part, "lag_max_ms"),
        nanos(part, "gc_pause_ms"),
        part.whole("gc_count"),
        part.number("process_cpu_share"),
        part.number("machine_cpu_share"),
        part.number("steal_share"),
        part.number("allocated_bytes_per_second"),
        Math.round(part.measured("process_cpu_s") * NANOS_PER_SECOND));
  }

  private static EngineUse engine(JsonPart part) {
    Map<EngineGauge, EngineUse.Gauge> gauges = new EnumMap<>(EngineGauge.class);
    for (EngineGauge gauge : EngineGauge.values()) {
      if (part.has(gauge.tag())) {
        JsonPart told = part.part(gauge.tag());
        gauges.put(gauge, new EngineUse.Gauge(told.number("mean"), told.number("max")));
      }
    }
    return new EngineUse(part.count("readings"), gauges);
  }

  private static long nanos(JsonPart part, String key) {
    return Math.round(part.measured(key) * NANOS_PER_MILLI);
  }
}
