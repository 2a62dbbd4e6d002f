package org.gatlingllm.metric;

import java.util.Locale;

/** How a request ended: well, or in one class of failure. Every request has exactly one. */
public enum Outcome {
  /**
   * The stream came to its end mark. It may have held no token at all: then it is <em>empty</em>.
   */
  OK,
  /** A status other than 2xx. 429 and 503 count as rate-limited, apart from failures. */
  HTTP_STATUS,
  /** A 2xx answer of another kind than the stream that was asked for. */
  NOT_A_STREAM,
  /** The stream itself told an error. */
  ERROR_IN_STREAM,
  /** The body ended, or the connection broke, after the headers and before the end mark. */
  TRUNCATED,
  /** No byte within the idle limit, or no end within the total limit. */
  TIMEOUT,
  /** Refused, reset, TLS or name failure before the response headers. */
  CONNECTION,
  /** The stream was whole, and a check of the simulation said no. */
  CHECK,
  /** Ended by the end of the run. In no rate and in no percentile. */
  CANCELLED;

  private final String tag = name().toLowerCase(Locale.ROOT);

  /** The name in logs and reports, for example {@code error_in_stream}. */
  public String tag() {
    return tag;
  }

  /**
   * Whether the stream was whole, so that its latencies are samples. A failed check does not take
   * them away: leaving out the requests that a check found too slow would make the rest look fast.
   */
  public boolean whole() {
    return this == OK || this == CHECK;
  }

  /** Whether the server itself said that it failed: no client, however slow, makes it say so. */
  public boolean toldByServer() {
    return this == HTTP_STATUS || this == NOT_A_STREAM || this == ERROR_IN_STREAM;
  }

  /**
   * Returns the outcome with this tag.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Outcome ofTag(String tag) {
    return valueOf(tag.toUpperCase(Locale.ROOT));
  }
}
