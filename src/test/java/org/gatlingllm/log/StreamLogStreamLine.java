package org.gatlingllm.log;

import static org.gatlingllm.metric.TokenCounts.UNKNOWN;
import static org.gatlingllm.metric.TokenTimings.ABSENT;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/**
 * Reads the line of one stream, field by field without a tree in between, since nearly all of a
 * file is such lines. One object reads all lines of a file: buffers and repeated texts are shared.
 */
final class StreamLogStreamLine {
  private static final long NANOS_PER_MICRO = 1_000;

  private final Map<String, String> texts = new HashMap<>();
  private final StreamLogNumbers gaps = new StreamLogNumbers();
  private final StreamLogNumbers tokens = new StreamLogNumbers();
  private Values line = new Values();

  /** What was found so far. */
  private static final class Values {
    long ordinal = ABSENT;
    @Nullable String level;
    @Nullable String scenario;
    @Nullable String request;
    long user = ABSENT;
    boolean warmUp;

    long scheduled = ABSENT;
    long sent = ABSENT;
    long headers = ABSENT;
    long first = ABSENT;
    long firstOutput = ABSENT;
    long closed = ABSENT;

    int output = UNKNOWN;
    int prompt = UNKNOWN;
    int cached = UNKNOWN;
    int reasoning = UNKNOWN;
    int events;
    boolean reasoningStreamed;
    boolean running;

    @Nullable String outcome;
    int status;
    @Nullable String message;
    @Nullable String sample;
    @Nullable String finishReason;
    int retryAfter = -1;
    boolean reused;
    int sends = 1;

    long queue = ABSENT;
    long load = ABSENT;
    long prefill = ABSENT;
    long decode = ABSENT;
  }

  /** Reads from the first field's name, where the parser stands, to the end of the object. */
  RequestRecord read(JsonParser json) throws IOException, StreamLogCorruption {
    line = new Values();
    gaps.clear();
    tokens.clear();
    for (String name = json.currentName(); name != null; name = json.nextFieldName()) {
      if (!array(name, json)) {
        JsonToken token = json.nextToken();
        boolean known =
            token == JsonToken.VALUE_NULL
                || id(name, json)
                || mark(name, json)
                || count(name, json)
                || ending(name, json)
                || server(name, json);
        if (!known) {
          json.skipChildren();
        }
      }
    }
    return record();
  }

  private boolean array(String name, JsonParser json) throws IOException, StreamLogCorruption {
    if (name.equals(StreamLogFields.GAPS)) {
      gaps.read(json);
      return true;
    }
    if (name.equals(StreamLogFields.TOKENS)) {
      tokens.read(json);
      return true;
    }
    return false;
  }

  private boolean id(String name, JsonParser json) throws IOException, StreamLogCorruption {
    switch (name) {
      case StreamLogFields.STREAM -> line.ordinal = whole(json);
      case StreamLogFields.LEVEL -> line.level = shared(json);
      case StreamLogFields.SCENARIO -> line.scenario = shared(json);
      case StreamLogFields.REQUEST -> line.request = shared(json);
      case StreamLogFields.USER -> line.user = whole(json);
      case StreamLogFields.WARM_UP -> line.warmUp = json.getBooleanValue();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean mark(String name, JsonParser json) throws IOException, StreamLogCorruption {
    switch (name) {
      case StreamLogFields.SCHEDULED -> line.scheduled = nanos(json);
      case StreamLogFields.SENT -> line.sent = nanos(json);
      case StreamLogFields.HEADERS -> line.headers = nanos(json);
      case StreamLogFields.FIRST -> line.first = nanos(json);
      case StreamLogFields.FIRST_OUTPUT -> line.firstOutput = nanos(json);
      case StreamLogFields.CLOSED -> line.closed = nanos(json);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean count(String name, JsonParser json) throws IOException, StreamLogCorruption {
    switch (name) {
      case StreamLogFields.OUTPUT_TOKENS -> line.output = number(json);
      case StreamLogFields.PROMPT_TOKENS -> line.prompt = number(json);
      case StreamLogFields.CACHED_TOKENS -> line.cached = number(json);
      case StreamLogFields.REASONING_TOKENS -> line.reasoning = number(json);
      case StreamLogFields.TOKEN_EVENTS -> line.events = number(json);
      case StreamLogFields.REASONING_STREAMED -> line.reasoningStreamed = json.getBooleanValue();
      case StreamLogFields.RUNNING_TOTAL -> line.running = json.getBooleanValue();
      case StreamLogFields.SENDS -> line.sends = number(json);
      case StreamLogFields.REUSED -> line.reused = json.getBooleanValue();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean ending(String name, JsonParser json) throws IOException, StreamLogCorruption {
    switch (name) {
      case StreamLogFields.OUTCOME -> line.outcome = shared(json);
      case StreamLogFields.STATUS -> line.status = number(json);
      case StreamLogFields.MESSAGE -> line.message = shared(json);
      case StreamLogFields.ERROR_SAMPLE -> line.sample = text(json);
      case StreamLogFields.FINISH_REASON -> line.finishReason = shared(json);
      case StreamLogFields.RETRY_AFTER -> line.retryAfter = number(json);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean server(String name, JsonParser json) throws IOException, StreamLogCorruption {
    switch (name) {
      case StreamLogFields.SERVER_QUEUE -> line.queue = nanos(json);
      case StreamLogFields.SERVER_LOAD -> line.load = nanos(json);
      case StreamLogFields.SERVER_PREFILL -> line.prefill = nanos(json);
      case StreamLogFields.SERVER_DECODE -> line.decode = nanos(json);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static long whole(JsonParser json) throws IOException, StreamLogCorruption {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw unexpected(json, "a whole number");
    }
    return json.getLongValue();
  }

  private static int number(JsonParser json) throws IOException, StreamLogCorruption {
    return Math.toIntExact(whole(json));
  }

  private static long nanos(JsonParser json) throws IOException, StreamLogCorruption {
    return Math.multiplyExact(whole(json), NANOS_PER_MICRO);
  }

  private static String text(JsonParser json) throws IOException, StreamLogCorruption {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw unexpected(json, "a text");
    }
    return json.getText();
  }

  /** A text that many lines repeat, kept once. */
  private String shared(JsonParser json) throws IOException, StreamLogCorruption {
    return texts.computeIfAbsent(text(json), text -> text);
  }

  private static StreamLogCorruption unexpected(JsonParser json, String expected)
      throws IOException {
    return new StreamLogCorruption(
        "expected " + expected + " in \"" + json.currentName() + "\", found something else");
  }

  private RequestRecord record() throws StreamLogCorruption {
    return new RequestRecord(
        new RequestRecord.Id(
            given(line.ordinal, StreamLogFields.STREAM),
            given(line.level, StreamLogFields.LEVEL),
            given(line.scenario, StreamLogFields.SCENARIO),
            given(line.request, StreamLogFields.REQUEST),
            given(line.user, StreamLogFields.USER),
            line.warmUp),
        timings(),
        new TokenCounts(
            line.output,
            line.prompt,
            line.cached,
            line.reasoning,
            line.events,
            line.reasoningStreamed,
            line.running),
        ending(),
        new RequestRecord.Connection(line.reused, line.sends),
        new ServerTimings(line.queue, line.load, line.prefill, line.decode));
  }

  private RequestRecord.Ending ending() throws StreamLogCorruption {
    return new RequestRecord.Ending(
        Outcome.ofTag(given(line.outcome, StreamLogFields.OUTCOME)),
        line.status,
        line.message,
        line.sample,
        line.finishReason,
        line.retryAfter);
  }

  private TokenTimings timings() throws StreamLogCorruption {
    TokenTimings.Request request =
        new TokenTimings.Request(
            given(line.scheduled, StreamLogFields.SCHEDULED),
            given(line.sent, StreamLogFields.SENT),
            line.headers,
            given(line.closed, StreamLogFields.CLOSED));
    if (line.first == ABSENT && gaps.size() == 0 && tokens.size() == 0) {
      return TokenTimings.withoutTokens(request);
    }
    return TokenTimings.of(request, line.firstOutput, arrivals(), arrivalTokens());
  }

  private long[] arrivals() throws StreamLogCorruption {
    long[] arrivals = new long[gaps.size() + 1];
    arrivals[0] = given(line.first, StreamLogFields.FIRST);
    for (int i = 1; i < arrivals.length; i++) {
      long gap = Math.multiplyExact(gaps.get(i - 1), NANOS_PER_MICRO);
      arrivals[i] = Math.addExact(arrivals[i - 1], gap);
    }
    return arrivals;
  }

  private int @Nullable [] arrivalTokens() {
    if (tokens.size() == 0) {
      return null;
    }
    int[] counts = new int[tokens.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = Math.toIntExact(tokens.get(i));
    }
    return counts;
  }

  private static long given(long value, String name) throws StreamLogCorruption {
    if (value == ABSENT) {
      throw missing(name);
    }
    return value;
  }

  private static String given(@Nullable String value, String name) throws StreamLogCorruption {
    if (value == null) {
      throw missing(name);
    }
    return value;
  }

  private static StreamLogCorruption missing(String name) {
    return new StreamLogCorruption("expected the field \"" + name + "\", found none");
  }
}
