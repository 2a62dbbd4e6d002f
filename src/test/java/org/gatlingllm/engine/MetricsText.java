package org.gatlingllm.engine;

import static java.util.Map.entry;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gatlingllm.metric.EngineGauge;

/**
 * The gauges in what an engine's {@code /metrics} says.
 *
 * <p>Counts are summed over label sets (models, engines of one server, data-parallel ranks), of
 * ratios the largest counts. Ranks that work on the same requests together are one: SGLang may let
 * each of them tell the same count. So are SGLang's buckets by priority, which stand beside their
 * sum: that one has an empty priority.
 *
 * <p>vLLM's {@code gpu_cache_usage_perc} is what it called {@code kv_cache_usage_perc} before; TGI
 * has no gauge of its cache, and llama.cpp's server has none any more. What relabels metrics may
 * have made an underscore of a colon.
 */
final class MetricsText {
  /** A longer line is passed over. */
  static final int LONGEST_LINE = 1 << 16;

  private static final Map<String, EngineGauge> GAUGES =
      Map.ofEntries(
          entry("vllm_num_requests_running", EngineGauge.RUNNING),
          entry("vllm_num_requests_waiting", EngineGauge.WAITING),
          entry("vllm_kv_cache_usage_perc", EngineGauge.KV_CACHE_USAGE_RATIO),
          entry("vllm_gpu_cache_usage_perc", EngineGauge.KV_CACHE_USAGE_RATIO),
          entry("sglang_num_running_reqs", EngineGauge.RUNNING),
          entry("sglang_num_queue_reqs", EngineGauge.WAITING),
          entry("sglang_token_usage", EngineGauge.KV_CACHE_USAGE_RATIO),
          entry("tgi_batch_current_size", EngineGauge.RUNNING),
          entry("tgi_queue_size", EngineGauge.WAITING),
          entry("llamacpp_requests_processing", EngineGauge.RUNNING),
          entry("llamacpp_requests_deferred", EngineGauge.WAITING),
          entry("llamacpp_kv_cache_usage_ratio", EngineGauge.KV_CACHE_USAGE_RATIO));

  /**
   * A line of one of them. An engine tells thousands of other lines, most of them buckets of
   * histograms: those are not taken apart.
   */
  private static final Pattern LINE =
      Pattern.compile(
          GAUGES.keySet().stream()
              .map(name -> name.replaceFirst("_", "[:_]"))
              .collect(Collectors.joining("|", "^[ \\t]*(?:", ")[{ \\t].*$")),
          Pattern.MULTILINE | Pattern.UNIX_LINES);

  private static final Set<String> RANKS = Set.of("tp_rank", "pp_rank", "moe_ep_rank");
  private static final String PRIORITY = "priority";

  /** Of each gauge the value of each label set, ranks left out. */
  private final Map<EngineGauge, Map<Map<String, String>, Double>> values =
      new EnumMap<>(EngineGauge.class);

  private MetricsText() {}

  /** Returns the gauges that the text has; none where it is something else altogether. */
  static Map<EngineGauge, Double> gauges(String text) {
    MetricsText metrics = new MetricsText();
    Matcher line = LINE.matcher(text);
    while (line.find()) {
      if (line.end() - line.start() <= LONGEST_LINE) {
        SampleLine.parse(line.group()).ifPresent(metrics::add);
      }
    }
    return metrics.gauges();
  }

  private void add(SampleLine sample) {
    EngineGauge gauge = GAUGES.get(sample.name().replace(':', '_'));
    boolean told = sample.value() >= 0 && Double.isFinite(sample.value());
    if (gauge != null && told && sample.labels().getOrDefault(PRIORITY, "").isEmpty()) {
      Map<String, String> labels = new HashMap<>(sample.labels());
      labels.keySet().removeAll(RANKS);
      values
          .computeIfAbsent(gauge, any -> new HashMap<>())
          .merge(labels, sample.value(), Math::max);
    }
  }

  private Map<EngineGauge, Double> gauges() {
    Map<EngineGauge, Double> gauges = new EnumMap<>(EngineGauge.class);
    values.forEach(
        (gauge, parts) -> {
          double together = together(gauge, parts);
          if (Double.isFinite(together)) { // finite parts may have a sum that is not
            gauges.put(gauge, together);
          }
        });
    return gauges;
  }

  private static double together(EngineGauge gauge, Map<Map<String, String>, Double> parts) {
    return parts.values().stream()
        .reduce(0.0, gauge == EngineGauge.KV_CACHE_USAGE_RATIO ? Math::max : Double::sum);
  }
}
