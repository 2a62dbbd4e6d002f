package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gatlingllm.gate.OfflineLimit.Need;
import org.gatlingllm.gate.ShareLimit.Share;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Metric.Better;

/** Reads the entries of {@code limits}, {@code capacity} and {@code offline}. */
final class LimitReader {
  private static final List<String> SCOPE = List.of("level", "request", "allowInconclusive");
  private static final String MEND = "mend the key or take it out";

  private final boolean allowInconclusive;

  LimitReader(boolean allowInconclusive) {
    this.allowInconclusive = allowInconclusive;
  }

  /** One entry of {@code limits}. */
  List<Limit> limits(SloNode entry) {
    Scope scope = scope(entry);
    List<Limit> limits = new ArrayList<>();
    entry
        .fields()
        .forEach(
            (key, node) -> {
              if (!SCOPE.contains(key)) {
                limits.addAll(limit(scope, key, node));
              }
            });
    if (limits.isEmpty()) {
      throw entry.wrong("at least one limit, as in ttft.p95 = \"<= 200 ms\"");
    }
    return limits;
  }

  /** One entry of {@code capacity}. */
  List<Limit> capacity(SloNode entry) {
    Map<String, SloNode> fields = entry.fields();
    SloNode least = fields.get("at_least");
    if (least == null) {
      throw entry.wrong("at_least, as in at_least = \"4 users\"");
    }
    Scope scope = scope(entry);
    List<Limit> kept = new ArrayList<>();
    fields.forEach(
        (key, node) -> {
          if (!SCOPE.contains(key) && !key.equals("at_least")) {
            kept.addAll(limit(scope, key, node));
          }
        });
    if (kept.isEmpty() || kept.stream().anyMatch(l -> !(l instanceof MetricLimit))) {
      throw entry.wrong("limits on metrics that a level must keep, as in ttft.p95 = \"<= 200 ms\"");
    }
    Bound bound = least.boundOnly(Dimension.USERS, false);
    return kept.stream()
        .map(l -> (Limit) new CapacityLimit(scope, (MetricLimit) l, bound))
        .toList();
  }

  /** One entry of {@code offline}. */
  List<Limit> offline(SloNode entry) {
    Map<String, SloNode> fields = entry.fields();
    Scope scope = scope(entry);
    List<Limit> limits = new ArrayList<>();
    fields.forEach((key, node) -> offline(key, node, scope, fields).ifPresent(limits::add));
    if (limits.isEmpty()) {
      throw entry.wrong("jobs with a deadline, or cost_per_million_output_tokens");
    }
    return limits;
  }

  private static Optional<Limit> offline(
      String key, SloNode node, Scope scope, Map<String, SloNode> fields) {
    if (SCOPE.contains(key)) {
      return Optional.empty();
    }
    return switch (key) {
      case "jobs" -> {
        if (!fields.containsKey("deadline")) {
          throw node.problem(
              "expected a deadline beside jobs, found none", "add deadline = \"2 h\"");
        }
        yield Optional.empty();
      }
      case "deadline" -> Optional.of(makespan(scope, node, fields));
      case "cost_per_million_output_tokens", "cost_per_million_tokens" -> {
        Need need = key.equals(Need.OUTPUT_COST.key()) ? Need.OUTPUT_COST : Need.TOTAL_COST;
        yield Optional.of(new OfflineLimit(scope, need, 0, node.boundOnly(Dimension.MONEY, true)));
      }
      default ->
          throw node.problem(
              "expected jobs, deadline, cost_per_million_output_tokens or"
                  + " cost_per_million_tokens, found '"
                  + key
                  + "'",
              MEND);
    };
  }

  private static Limit makespan(Scope scope, SloNode deadline, Map<String, SloNode> fields) {
    SloNode jobs = fields.get("jobs");
    if (jobs == null) {
      throw deadline.problem(
          "expected jobs beside a deadline, found none", "add jobs = \"1000 jobs\"");
    }
    long count = (long) jobs.bound(Dimension.JOBS, true).value();
    if (count < 1) {
      throw jobs.wrong("at least 1 job");
    }
    return new OfflineLimit(scope, Need.MAKESPAN, count, deadline.boundOnly(Dimension.TIME, true));
  }

  private static List<Limit> limit(Scope scope, String key, SloNode node) {
    for (Share share : Share.values()) {
      if (share.key().equals(key)) {
        return List.of(
            new ShareLimit(scope, share, node.boundOnly(Dimension.SHARE, share.atMost())));
      }
    }
    for (Rate rate : Rate.values()) {
      if (rate.key().equals(key)) {
        return List.of(new RateLimit(scope, rate, node.boundOnly(rate.dimension(), false)));
      }
    }
    Metric metric =
        Metric.named(key)
            .orElseThrow(
                () ->
                    node.problem(
                        "expected a metric (ttft, itl, tpot, e2el, …), error_fraction,"
                            + " good_request_fraction or a throughput, found '"
                            + key
                            + "'",
                        MEND));
    return node.fields().entrySet().stream()
        .map(e -> (Limit) metricLimit(scope, metric, e.getKey(), e.getValue()))
        .toList();
  }

  private static MetricLimit metricLimit(Scope scope, Metric metric, String key, SloNode node) {
    double quantile = Statistic.quantile(key, node);
    Dimension dimension = Dimension.of(metric.unit());
    boolean atMost = metric.better() != Better.HIGHER;
    Bound bound =
        metric.better() == Better.NEITHER
            ? node.bound(dimension, atMost)
            : node.boundOnly(dimension, atMost);
    return new MetricLimit(scope, metric, quantile, bound);
  }

  private Scope scope(SloNode entry) {
    Map<String, SloNode> fields = entry.fields();
    SloNode level = fields.get("level");
    SloNode request = fields.get("request");
    SloNode allow = fields.get("allowInconclusive");
    if (level != null && level.items().isEmpty()) {
      throw level.wrong("at least one level, as in \"c=8\", closed, open or \"*\"");
    }
    return new Scope(
        (level == null ? Stream.of(Scope.ALL) : level.items().stream().map(SloNode::text)).toList(),
        request == null ? "" : request.text(),
        allow == null ? allowInconclusive : allow.flag());
  }
}
