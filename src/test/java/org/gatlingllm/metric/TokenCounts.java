package org.gatlingllm.metric;

/**
 * How many tokens a request had. The requested length is never among them: only what the server
 * told, or what was seen.
 *
 * @param output generated tokens, reasoning included, as the server told, or {@link #UNKNOWN}
 * @param prompt all prompt tokens, cached ones included, or {@link #UNKNOWN}
 * @param cached prompt tokens read from a cache, or {@link #UNKNOWN}
 * @param reasoning generated tokens that are reasoning, or {@link #UNKNOWN}
 * @param events token events seen in the stream
 * @param reasoningStreamed whether reasoning text was among those events
 * @param running whether the server told a running total, so that the tokens of each arrival are
 *     known and not guessed from events
 */
public record TokenCounts(
    int output,
    int prompt,
    int cached,
    int reasoning,
    int events,
    boolean reasoningStreamed,
    boolean running) {

  /** A count that the server did not tell. */
  public static final int UNKNOWN = -1;

  /** No token seen and none told. */
  public static final TokenCounts NONE =
      new TokenCounts(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 0, false, false);

  /**
   * A count may exceed the token events by this factor and still be "a token an event": an
   * end-of-sequence token that is counted and not streamed stays within it.
   */
  private static final double TOKENS_PER_EVENT_TOLERANCE = 1.1;

  /** Output tokens as told, else the token events seen. */
  public int outputOrEvents() {
    return output == UNKNOWN ? events : output;
  }

  /** Where {@link #outputOrEvents} comes from: {@code usage} or {@code events}. */
  public String source() {
    return output == UNKNOWN ? "events" : "usage";
  }

  /** Output tokens that came through the stream: without reasoning that was counted only. */
  public int streamed() {
    boolean hidden = output != UNKNOWN && reasoning > 0 && !reasoningStreamed;
    return hidden ? Math.max(0, output - reasoning) : outputOrEvents();
  }

  /** Streamed tokens per token event; NaN where there was no event. */
  public double tokensPerEvent() {
    return events == 0 ? Double.NaN : (double) streamed() / events;
  }

  /**
   * Whether it is known which arrival delivered how many tokens. Where it is not, the request has
   * no inter-token latency and no time per output token. A short answer may hold one token more
   * than events: the end-of-sequence token.
   */
  public boolean attributable() {
    return running || streamed() <= Math.max(TOKENS_PER_EVENT_TOLERANCE * events, events + 1.0);
  }
}
