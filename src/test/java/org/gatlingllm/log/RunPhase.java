package org.gatlingllm.log;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run.GatlingRequest;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.TokenTimings;

/**
 * One of the two requests that a stream has in {@code simulation.log}: from sent to the first
 * token, and from there to the last. A good answer without any token has one of another name, since
 * it has no time to first token. Times are epoch milliseconds.
 *
 * @param name as Gatling's log has it
 * @param endMillis earliest end: of the last token
 * @param latestEndMillis latest end: of the body, where a failure ended it
 * @param required whether Gatling's log must have it: not after a cancellation, which may come when
 *     that log is closed
 */
record RunPhase(
    RequestRecord stream,
    String name,
    long startMillis,
    long endMillis,
    long latestEndMillis,
    boolean required) {

  static final String TTFT = " ttft";
  static final String DECODE = " decode";
  static final String EMPTY = " empty";

  /** Both clocks may round, and Gatling's own clock is another one. */
  static final long SLACK_MILLIS = 2;

  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MICRO = 1_000;

  /** The phases of a stream, one or two. */
  static List<RunPhase> of(RequestRecord stream, RunHeader header) {
    TokenTimings timings = stream.timings();
    boolean tokens = timings.arrivals() > 0;
    boolean counted = stream.outcome() != Outcome.CANCELLED;
    String name = stream.id().request();
    String firstPhase = name + (stream.empty() ? EMPTY : TTFT);
    long sent = millis(timings.sentNanos(), header);
    long closed = millis(timings.closedNanos(), header);
    long first = tokens ? millis(timings.firstTokenNanos(), header) : closed;
    List<RunPhase> phases = new ArrayList<>();
    phases.add(new RunPhase(stream, firstPhase, sent, first, first, counted));
    // a lone token has a second phase only where the stream broke after it
    if (timings.arrivals() > 1 || (tokens && !stream.outcome().whole())) {
      long last = millis(timings.lastTokenNanos(), header);
      long latest = Math.max(last, closed);
      phases.add(new RunPhase(stream, name + DECODE, first, last, latest, counted));
    }
    return phases;
  }

  private static long millis(long nanos, RunHeader header) {
    long micros = Math.floorDiv(nanos - header.baseNanos(), NANOS_PER_MICRO);
    return Math.floorDiv(header.startedAtMicros() + micros, MICROS_PER_MILLI);
  }

  /** Whether the name of a record of Gatling's is one of a phase. */
  static boolean names(String requestName) {
    return requestName.endsWith(TTFT)
        || requestName.endsWith(DECODE)
        || requestName.endsWith(EMPTY);
  }

  /** Whether a record of Gatling's, of the same name and group, may be this phase. */
  boolean fits(GatlingRequest request) {
    return Math.abs(request.startMillis() - startMillis) <= SLACK_MILLIS
        && request.endMillis() >= endMillis - SLACK_MILLIS
        && request.endMillis() <= latestEndMillis + SLACK_MILLIS;
  }
}
