package org.gatlingllm.log;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenTimings;

/** Nanoseconds to the microseconds of {@code streams.jsonl}. */
final class StreamLogTimings {
  private static final long NANOS_PER_MICRO = 1_000;

  private final long baseNanos;

  /**
   * @param baseNanos the clock base on the monotonic clock
   */
  StreamLogTimings(long baseNanos) {
    this.baseNanos = baseNanos;
  }

  void stream(JsonGenerator json, TokenTimings timings) throws IOException {
    mark(json, StreamLogFields.SCHEDULED, timings.scheduledNanos());
    mark(json, StreamLogFields.SENT, timings.sentNanos());
    mark(json, StreamLogFields.HEADERS, timings.headersNanos());
    mark(json, StreamLogFields.FIRST, timings.firstTokenNanos());
    mark(json, StreamLogFields.FIRST_OUTPUT, timings.firstOutputNanos());
    gaps(json, timings);
    tokens(json, timings);
    mark(json, StreamLogFields.CLOSED, timings.closedNanos());
  }

  void mark(JsonGenerator json, String field, long nanos) throws IOException {
    if (nanos != TokenTimings.ABSENT) {
      json.writeNumberField(field, micros(nanos - baseNanos));
    }
  }

  /** Rounds the stamps and writes their differences: rounded gaps would drift from the stamps. */
  private void gaps(JsonGenerator json, TokenTimings timings) throws IOException {
    if (timings.arrivals() < 2) {
      return;
    }
    json.writeArrayFieldStart(StreamLogFields.GAPS);
    long before = micros(timings.arrivalNanos(0) - baseNanos);
    for (int i = 1; i < timings.arrivals(); i++) {
      long now = micros(timings.arrivalNanos(i) - baseNanos);
      json.writeNumber(now - before);
      before = now;
    }
    json.writeEndArray();
  }

  private static void tokens(JsonGenerator json, TokenTimings timings) throws IOException {
    if (oneTokenEach(timings)) {
      return;
    }
    json.writeArrayFieldStart(StreamLogFields.TOKENS);
    for (int i = 0; i < timings.arrivals(); i++) {
      json.writeNumber(timings.arrivalTokens(i));
    }
    json.writeEndArray();
  }

  private static boolean oneTokenEach(TokenTimings timings) {
    for (int i = 0; i < timings.arrivals(); i++) {
      if (timings.arrivalTokens(i) != 1) {
        return false;
      }
    }
    return true;
  }

  static void server(JsonGenerator json, ServerTimings server) throws IOException {
    duration(json, StreamLogFields.SERVER_QUEUE, server.queueNanos());
    duration(json, StreamLogFields.SERVER_LOAD, server.loadNanos());
    duration(json, StreamLogFields.SERVER_PREFILL, server.prefillNanos());
    duration(json, StreamLogFields.SERVER_DECODE, server.decodeNanos());
  }

  static void duration(JsonGenerator json, String field, long nanos) throws IOException {
    if (nanos != TokenTimings.ABSENT) {
      json.writeNumberField(field, micros(nanos));
    }
  }

  /** To the nearest microsecond; a half goes up, so that the order of stamps is kept. */
  private static long micros(long nanos) {
    return Math.floorDiv(nanos + NANOS_PER_MICRO / 2, NANOS_PER_MICRO);
  }
}
