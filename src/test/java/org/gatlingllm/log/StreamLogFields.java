package org.gatlingllm.log;

/**
 * The schema of {@code streams.jsonl}, version 1: JSON Lines in UTF-8, one object a line. The first
 * key of a line says what it is. What was not measured is left out, never 0; a reader ignores
 * fields and kinds of line that it does not know.
 *
 * <p><b>Times</b> are whole microseconds since the clock base, may be negative, and come from one
 * monotonic clock. <b>Durations</b> are whole microseconds. Rounded is each stamp, not each gap, so
 * that gaps add up to the distance of their stamps.
 *
 * <ul>
 *   <li><b>header</b>, the first line: {@value #SCHEMA_VERSION}, {@value #CLOCK_BASE}, {@value
 *       #UNITS}, {@value #LABEL}, {@value #SIMULATION}, {@value #GATLING_VERSION}, {@value
 *       #JAVA_VERSION}, {@value #SEED}, {@value #TARGET}, {@value #SETTINGS};
 *   <li><b>level</b>, when a level starts, and once more when its rate becomes known (the last line
 *       of a name holds): {@value #LEVEL} (name), {@value #MODE}, {@value #CONCURRENCY} or {@value
 *       #RATE}, {@value #PEAK_SHARE} and {@value #ARRIVALS}, {@value #REPEAT}, {@value #TARGET},
 *       {@value #PROMPT_TOKENS}, {@value #MAX_TOKENS}, {@value #EXACT_LENGTH}, {@value #PACED};
 *   <li><b>stream</b>, when a request ended: {@value #STREAM} (ordinal) and the fields below;
 *   <li><b>client</b>, the load generator's own state during a level (the last line of a name
 *       holds): {@value #CLIENT} (name of the level) and the fields of {@link
 *       org.gatlingllm.metric.ClientHealth}, durations in µs, shares of CPU 0 to 1;
 *   <li><b>engine</b>, what the engine said of itself: {@value #ENGINE} (time of its answer) and
 *       the gauges that it told, by the tags of {@link org.gatlingllm.metric.EngineGauge}, or
 *       {@value #FAILURE} where it could not be read;
 *   <li><b>overruns</b>, when the writer did not keep up: {@value #OVERRUNS}, streams lost so far;
 *   <li><b>end</b>, the last line of a run that came to its end: {@value #END} (number of stream
 *       lines) and {@value #OVERRUNS}.
 * </ul>
 */
final class StreamLogFields {
  /** The version written, and the only one read. */
  static final int VERSION = 1;

  // header
  static final String SCHEMA_VERSION = "schema_version";

  /** Microseconds since the epoch at the clock base. */
  static final String CLOCK_BASE = "clock_base_epoch_us";

  /** For a person who opens the file: what the numbers are. */
  static final String UNITS = "units";

  static final String LABEL = "label";
  static final String SIMULATION = "simulation";
  static final String GATLING_VERSION = "gatling_version";
  static final String JAVA_VERSION = "java_version";
  static final String SEED = "seed";

  /** Header: object of base_url, dialect, model. Level: which of two servers that are compared. */
  static final String TARGET = "target";

  static final String BASE_URL = "base_url";
  static final String DIALECT = "dialect";
  static final String MODEL = "model";

  /** Object of texts: every setting in force; secrets are {@code ***}. */
  static final String SETTINGS = "settings";

  // level
  /** First key of a level line; in a stream line the level it belongs to. */
  static final String LEVEL = "level";

  /** {@value #CLOSED_MODE} or {@value #OPEN_MODE}. */
  static final String MODE = "mode";

  static final String CLOSED_MODE = "closed";
  static final String OPEN_MODE = "open";

  /** Users of a closed level. */
  static final String CONCURRENCY = "concurrency";

  /** Requests per second of an open level; absent while still to be derived. */
  static final String RATE = "rate";

  /** Share of the closed peak asked for, 0.9 for 90 %. */
  static final String PEAK_SHARE = "peak_share";

  /** The arrival process: {@code poisson}, {@code constant}, … */
  static final String ARRIVALS = "arrivals";

  /** Which repeat of the same load, from 1. */
  static final String REPEAT = "repeat";

  /** Longest answer asked for, tokens. */
  static final String MAX_TOKENS = "max_tokens";

  /** Whether every answer was asked to have exactly that length. */
  static final String EXACT_LENGTH = "exact_length";

  /** Whether users pause between requests. */
  static final String PACED = "paced";

  // stream
  /** First key of a stream line: counts the requests of a run from 0. */
  static final String STREAM = "stream";

  static final String SCENARIO = "scenario";

  /** Gatling's request name, without the suffix of a phase. */
  static final String REQUEST = "request";

  /** Gatling's user id. */
  static final String USER = "user";

  /** Whether the request is in no number. */
  static final String WARM_UP = "warm_up";

  /** Time at which the load model wanted the request to start. */
  static final String SCHEDULED = "scheduled";

  /** Time of the handing over to the HTTP client. */
  static final String SENT = "sent";

  /** Time of status line and headers. */
  static final String HEADERS = "headers";

  /** Time of the first arrival: the first socket read that held a token event. */
  static final String FIRST = "first";

  /** Time of the first arrival with visible text. */
  static final String FIRST_OUTPUT = "first_output";

  /** Durations from each arrival to the next; absent where there is one arrival or none. */
  static final String GAPS = "gaps";

  /** Tokens of each arrival, the first included; absent where each delivered one. */
  static final String TOKENS = "tokens";

  /** Time of the proper end of the body, or of the error. */
  static final String CLOSED = "closed";

  /** Generated tokens as the server told, reasoning included. */
  static final String OUTPUT_TOKENS = "output_tokens";

  /** Stream: prompt tokens as the server told, cached ones included. Level: length asked for. */
  static final String PROMPT_TOKENS = "prompt_tokens";

  /** Prompt tokens read from a cache, as the server told. */
  static final String CACHED_TOKENS = "cached_tokens";

  /** Generated tokens that are reasoning, as the server told. */
  static final String REASONING_TOKENS = "reasoning_tokens";

  /** Token events seen. */
  static final String TOKEN_EVENTS = "token_events";

  /** Whether reasoning text was among them. */
  static final String REASONING_STREAMED = "reasoning_streamed";

  /** Whether the server told a running total, so that {@value #TOKENS} is known, not guessed. */
  static final String RUNNING_TOTAL = "running_total";

  /** A tag of {@link org.gatlingllm.metric.Outcome}. */
  static final String OUTCOME = "outcome";

  /** HTTP status. */
  static final String STATUS = "status";

  /** Why it failed; equal failures have equal messages. */
  static final String MESSAGE = "message";

  /** The beginning of what the server said, at most 1,024 bytes. */
  static final String ERROR_SAMPLE = "error_sample";

  /** The last reason that the server told, as it spells it. */
  static final String FINISH_REASON = "finish_reason";

  /** What the server asked to wait, seconds. */
  static final String RETRY_AFTER = "retry_after_s";

  /** Whether an earlier request had used the connection. */
  static final String REUSED = "reused_connection";

  /** How often it was written to a connection; more than 1 where the client sent it again. */
  static final String SENDS = "sends";

  /** Duration that the server says it waited. */
  static final String SERVER_QUEUE = "server_queue";

  /** Duration that the server says loading the model took. */
  static final String SERVER_LOAD = "server_load";

  /** Duration that the server says reading the prompt took. */
  static final String SERVER_PREFILL = "server_prefill";

  /** Duration that the server says generating took. */
  static final String SERVER_DECODE = "server_decode";

  // client
  /** First key of a client line: name of the level. */
  static final String CLIENT = "client";

  static final String LAG_P50 = "lag_p50";
  static final String LAG_P99 = "lag_p99";
  static final String LAG_MAX = "lag_max";
  static final String GC_PAUSE = "gc_pause";
  static final String GC_COUNT = "gc_count";
  static final String PROCESS_CPU_SHARE = "process_cpu_share";
  static final String MACHINE_CPU_SHARE = "machine_cpu_share";
  static final String STEAL_SHARE = "steal_share";

  /** Bytes per second. */
  static final String ALLOCATION_RATE = "allocated_bytes_per_s";

  static final String PROCESS_CPU = "process_cpu";

  // engine
  /** First key of an engine line: time of the answer. */
  static final String ENGINE = "engine";

  /** Why the engine could not be read; equal failures have equal texts. */
  static final String FAILURE = "failure";

  // end
  /** Streams that are not in the file because the writer did not keep up, since the start. */
  static final String OVERRUNS = "overruns";

  /** First key of the last line: number of stream lines. */
  static final String END = "end";

  private StreamLogFields() {}
}
