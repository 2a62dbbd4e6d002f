package org.gatlingllm.analysis;

import java.util.Arrays;
import java.util.Locale;

/** What a finding is about. Each kind has one cause and one remedy, or none that is known. */
public enum FindingKind {
  /** The client may have been measured instead of the server. */
  SUSPECT,
  /** Our records and Gatling's log agree, or could not be compared. */
  LITTLES_LAW,
  /** They do not agree. */
  LITTLES_LAW_BROKEN,
  /** Requests that did not end well. */
  FAILURES,
  /** Requests refused for load. */
  RATE_LIMITED,
  /** Answers without any token. */
  EMPTY,
  /** Requests sent again on a new connection. */
  RESENT,
  /** Requests ended by the end of the run. */
  CANCELLED,
  /** Answers that came in one piece. */
  NOT_STREAMING,
  /** Answers of which nobody knows which arrival delivered how many tokens. */
  TOKENS_PER_EVENT,
  /** Requests sent after they were due. */
  SCHEDULE_DELAY,
  /** Latencies from sent and from schedule that differ. */
  FROM_SCHEDULE,
  /** Answers of unequal length where equal ones were asked for. */
  OUTPUT_LENGTH,
  /** More comes in than goes out. */
  SATURATED,
  /** More users wait longer for the same output. */
  QUEUEING,
  /** More users share steps. */
  BATCHING,
  /** Both of these. */
  BATCHING_AND_QUEUEING,
  /** More users do not feel each other. */
  PARALLEL,
  /** What the server itself says of the time before the first token. */
  SERVER_WAIT,
  /** How many requests an open level keeps in the server. */
  CAPACITY,
  /** The Universal Scalability Law. */
  SCALABILITY,
  /** TTFT p95 is over its limit, from some load on. */
  SLO_CROSSED,
  /** TTFT p95 is within its limit at every load. */
  SLO_KEPT,
  /** An open level shows a queue that closed ones hide. */
  CLOSED_LOOP,
  /** There is no open level that could show one. */
  CLOSED_ONLY,
  /** Gaps between tokens that other requests' prefill tears. */
  PREFILL_GAP,
  /** What longer prompts do. */
  PROMPT_LENGTH,
  /** Prompts are read from a cache. */
  PREFIX_CACHE,
  /** What a new connection adds to TTFT. */
  NEW_CONNECTION,
  /** What a tail means for several calls in a row. */
  CHAIN_TAIL,
  /** Percentiles that the number of requests cannot support. */
  SMALL_SAMPLE,
  /** Something that another version found, read from its report. */
  OTHER;

  private final String tag = name().toLowerCase(Locale.ROOT);

  /** The name in {@code report.json}, for example {@code chain_tail}. */
  public String tag() {
    return tag;
  }

  /** The kind of this tag, {@link #OTHER} where this version has none. */
  public static FindingKind ofTag(String tag) {
    return Arrays.stream(values()).filter(kind -> kind.tag.equals(tag)).findFirst().orElse(OTHER);
  }
}
