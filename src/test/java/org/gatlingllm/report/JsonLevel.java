package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.LittlesLaw;
import org.gatlingllm.analysis.Rates;
import org.gatlingllm.analysis.RequestCounts;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.Unit;

/** One level in {@code report.json}. */
final class JsonLevel {
  private static final double NANOS_PER_SECOND = 1e9;

  private JsonLevel() {}

  static void put(ObjectNode node, LevelSummary summary, long baseNanos) {
    asked(node, summary.level(), summary.rates());
    window(node, summary, baseNanos);
    requests(node.putObject("requests"), summary.requests());
    rates(node, summary.rates());
    JsonReport.number(node, "held_concurrency", summary.held().mean());
    if (summary.requests().sent() > 0) {
      node.put("peak_concurrency", summary.held().peak());
    }
    JsonReport.number(node, "burst_fraction", summary.burstFraction());
    if (summary.client() != null) {
      JsonClient.put(node.putObject("client"), summary.client());
    }
    if (summary.engine() != null) {
      JsonEngine.put(node.putObject("engine"), summary.engine());
    }
    littlesLaw(node.putObject("littles_law"), summary.littlesLaw());
    JsonReport.strings(node.putArray("suspect"), summary.suspect());
    metrics(node.putObject("metrics"), summary);
  }

  private static void asked(ObjectNode node, Level level, Rates rates) {
    node.put("name", level.name());
    node.put("mode", level.closed() ? "closed" : "open");
    if (level.load() instanceof Level.Closed closed) {
      node.put("concurrency", closed.concurrency());
    } else if (level.load() instanceof Level.Open open) {
      open(node, open, rates);
    }
    node.put("repeat", level.repeat());
    if (level.target() != null) {
      node.put("target", level.target());
    }
    told(node, "asked_prompt_tokens", level.promptTokens());
    told(node, "asked_max_tokens", level.maxTokens());
    node.put("exact_length", level.exactLength());
    node.put("paced", level.paced());
  }

  private static void open(ObjectNode node, Level.Open open, Rates rates) {
    double rate = Double.isFinite(rates.offered()) ? rates.offered() : open.requestsPerSecond();
    JsonReport.number(node, "offered_rate", rate);
    if (Double.isFinite(open.peakShare())) {
      JsonReport.number(node, "peak_share", open.peakShare());
      JsonReport.number(node, "resolved_rate", rate);
    }
    node.put("arrivals", open.arrivals());
  }

  private static void told(ObjectNode node, String key, int count) {
    if (count != TokenCounts.UNKNOWN) {
      node.put(key, count);
    }
  }

  private static void window(ObjectNode node, LevelSummary summary, long baseNanos) {
    if (summary.window().endNanos() > summary.window().startNanos()) {
      ObjectNode window = node.putObject("window");
      long startNanos = summary.window().startNanos() - baseNanos;
      JsonReport.number(window, "start_s", startNanos / NANOS_PER_SECOND);
      JsonReport.number(window, "duration_s", summary.window().seconds());
    }
  }

  private static void requests(ObjectNode node, RequestCounts requests) {
    node.put("sent", requests.sent());
    node.put("ok", requests.ok());
    node.put("failed", requests.failed());
    node.put("cancelled", requests.cancelled());
    node.put("rate_limited", requests.rateLimited());
    node.put("empty", requests.empty());
    ObjectNode failures = node.putObject("failures");
    for (Outcome outcome : Outcome.values()) {
      int count = requests.failures().getOrDefault(outcome, 0);
      if (count > 0) {
        failures.put(outcome.tag(), count);
      }
    }
  }

  private static void rates(ObjectNode node, Rates rates) {
    JsonReport.number(node, "request_throughput", rates.requests());
    JsonReport.number(node, "output_token_throughput", rates.outputTokens());
    JsonReport.number(node, "total_token_throughput", rates.totalTokens());
    JsonReport.number(node, "steady_output_token_throughput", rates.steadyOutputTokens());
    JsonReport.number(node, "steady_request_throughput", rates.steadyRequests());
    JsonReport.number(node, "goodput", rates.goodput());
    JsonReport.number(node, "good_request_fraction", rates.goodFraction());
    JsonReport.number(node, "scheduled_rate", rates.scheduled());
    JsonReport.number(node, "achieved_rate", rates.achieved());
  }

  private static void littlesLaw(ObjectNode node, LittlesLaw law) {
    JsonReport.number(node, "arrival_rate", law.arrivalRatePerSecond());
    JsonReport.number(node, "mean_residence_s", law.meanResidenceSeconds());
    JsonReport.number(node, "expected_in_flight", law.expectedInFlight());
    JsonReport.number(node, "observed_in_flight", law.observedInFlight());
    JsonReport.number(node, "relative_error", law.relativeError());
    JsonReport.number(node, "tolerance", law.tolerance());
    node.put("judged", law.judged());
  }

  private static void metrics(ObjectNode node, LevelSummary summary) {
    for (Metric metric : Metric.values()) {
      summary
          .metric(metric)
          .filter(d -> d.count() > 0)
          .ifPresent(d -> metric(node.putObject(metric.tag()), metric.unit(), d));
    }
  }

  private static void metric(ObjectNode node, Unit unit, Distribution distribution) {
    node.put("unit", unit.symbol());
    node.put("count", distribution.count());
    JsonReport.number(node, "avg", unit.shown(distribution.average()));
    JsonReport.number(node, "min", unit.shown(distribution.min()));
    JsonReport.number(node, "max", unit.shown(distribution.max()));
    JsonReport.number(node, "std", unit.shown(distribution.standardDeviation()));
    ObjectNode intervals = node.objectNode();
    ArrayNode weak = node.arrayNode();
    for (double quantile : Distribution.reportedQuantiles()) {
      String name = Quantity.percentile(quantile);
      JsonReport.number(node, name, unit.shown(distribution.quantile(quantile)));
      interval(intervals, name, unit, distribution.interval(quantile));
      if (distribution.weak(quantile)) {
        weak.add(name);
      }
    }
    node.set("ci95", intervals);
    node.set("weak", weak);
  }

  private static void interval(ObjectNode node, String name, Unit unit, Interval interval) {
    if (Double.isFinite(interval.low()) && Double.isFinite(interval.high())) {
      node.putArray(name)
          .add(Quantity.exact(unit.shown(interval.low())))
          .add(Quantity.exact(unit.shown(interval.high())));
    }
  }
}
