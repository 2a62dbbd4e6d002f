package org.gatlingllm.stream;

import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/**
 * What one answer told, up to the moment at which it was asked for. Immutable.
 *
 * @param arrivals when its tokens came
 * @param tokens its counts
 * @param ending how it ended: {@code OK}, {@code HTTP_STATUS}, {@code NOT_A_STREAM}, {@code
 *     ERROR_IN_STREAM}, or {@code TRUNCATED} when no end mark has come yet. Who cut it off knows
 *     better than "truncated" and may say so
 * @param server the server's own clocks
 * @param text what it said
 * @param events where in the body it said it
 */
public record StreamResult(
    TokenArrivals arrivals,
    TokenCounts tokens,
    Ending ending,
    ServerTimings server,
    Text text,
    Events events) {

  /**
   * The text.
   *
   * @param content visible text of the first choice, or null when text was not to be kept
   * @param reasoning reasoning text of the first choice, or null when text was not to be kept
   */
  public record Text(@Nullable String content, @Nullable String reasoning) {}

  /**
   * Where things stood, as 0-based indexes of events of the decoded body.
   *
   * @param count all events
   * @param firstToken the first token event, or −1
   * @param firstContent the first event with visible text, or −1
   */
  public record Events(int count, int firstToken, int firstContent) {}

  /** How it ended. */
  public Outcome outcome() {
    return ending.outcome();
  }

  /** The marks of the request's clock, its tokens' arrivals among them. */
  public TokenTimings timings(TokenTimings.Request request) {
    return arrivals.timings(request);
  }
}
