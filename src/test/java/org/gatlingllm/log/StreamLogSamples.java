package org.gatlingllm.log;

import java.util.Map;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;

/** Values that several tests of {@code streams.jsonl} begin with. */
final class StreamLogSamples {
  static final long BASE_NANOS = 77_000_000_123L;
  static final RunHeader HEADER =
      new RunHeader(
          "night",
          "org.gatlingllm.CurveSimulation",
          "3.15.1",
          "17.0.15",
          1_700_000_000_000_000L,
          BASE_NANOS,
          42,
          new RunHeader.Target("http://127.0.0.1:8080", "openai-chat", "tiny"),
          Map.of("llm.maxTokens", "64"));
  static final Level CLOSED = new Level("c=8", new Level.Closed(8), 1, null, 256, 64, true, false);

  private StreamLogSamples() {}

  /** A stream that went well, with a token each 20 ms. */
  static RequestRecord stream(long ordinal, int arrivals) {
    long sent = BASE_NANOS + ordinal * 1_000_000;
    long[] arrivalNanos = new long[arrivals];
    for (int i = 0; i < arrivals; i++) {
      arrivalNanos[i] = sent + 150_000_000 + i * 20_000_000L;
    }
    long closed = sent + 151_000_000 + arrivals * 20_000_000L;
    TokenTimings timings =
        TokenTimings.of(
            new TokenTimings.Request(sent, sent, sent + 140_000_000, closed),
            arrivals == 0 ? TokenTimings.ABSENT : arrivalNanos[0],
            arrivalNanos,
            null);
    return record(ordinal, timings, RequestRecord.Ending.ok(200, "stop"));
  }

  static RequestRecord record(long ordinal, TokenTimings timings, RequestRecord.Ending ending) {
    return new RequestRecord(
        new RequestRecord.Id(ordinal, "c=8", "c=8", "chat", ordinal % 8 + 1, false),
        timings,
        new TokenCounts(timings.arrivals(), 256, -1, -1, timings.arrivals(), false, false),
        ending,
        new RequestRecord.Connection(true, 1),
        ServerTimings.NONE);
  }
}
