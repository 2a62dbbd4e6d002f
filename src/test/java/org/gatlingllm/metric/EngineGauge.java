package org.gatlingllm.metric;

/** What an inference engine tells of itself, whatever its own name for it. */
public enum EngineGauge {
  /** Requests that it works on: being prefilled or decoded. */
  RUNNING("running"),
  /** Requests in its own queue. */
  WAITING("waiting"),
  /** Share of its KV cache in use, 0 to 1. */
  KV_CACHE_USAGE_RATIO("kv_cache_usage_ratio");

  private final String tag;

  EngineGauge(String tag) {
    this.tag = tag;
  }

  /** The name in {@code streams.jsonl} and {@code report.json}. */
  public String tag() {
    return tag;
  }
}
