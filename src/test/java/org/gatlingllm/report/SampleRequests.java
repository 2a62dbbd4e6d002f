package org.gatlingllm.report;

import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/** Requests made by hand: the input of the golden {@code requests.csv}. */
final class SampleRequests {
  private static final long MILLI = 1_000_000L;

  private SampleRequests() {}

  /** A warm-up request, a good one, one of one token, one without any and a refused one. */
  static Run run() {
    return run(
        "np1",
        List.of(
            stream(0, true, 200, 210),
            stream(1, false, 200, 210, 220, 235),
            stream(2, false, 180),
            unsuccessful(3, Outcome.OK, 200, null, null),
            unsuccessful(4, Outcome.HTTP_STATUS, 429, "status 429", "{\"error\":\"busy\"}"),
            unsuccessful(5, Outcome.CONNECTION, 0, "connection refused", null)));
  }

  /** A run in which this text stands wherever text can. */
  static Run saying(String text) {
    RequestRecord.Id id = new RequestRecord.Id(0, text, text, text, 7, false);
    RequestRecord.Ending ending =
        new RequestRecord.Ending(Outcome.ERROR_IN_STREAM, 200, text, text, text, -1);
    RequestRecord record =
        new RequestRecord(
            id,
            TokenTimings.withoutTokens(marks(1)),
            TokenCounts.NONE,
            ending,
            new RequestRecord.Connection(false, 1),
            ServerTimings.NONE);
    return run(text, List.of(record));
  }

  private static Run run(String label, List<RequestRecord> requests) {
    return new Run(SampleRuns.header(label), List.of(), requests, Map.of(), null, List.of());
  }

  private static RequestRecord stream(long ordinal, boolean warmUp, long... arrivalMillis) {
    TokenTimings.Request marks = marks(ordinal);
    long[] arrivals = new long[arrivalMillis.length];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = marks.sentNanos() + arrivalMillis[i] * MILLI;
    }
    int n = arrivals.length;
    return new RequestRecord(
        id(ordinal, warmUp),
        TokenTimings.of(marks, arrivals[0], arrivals, null),
        new TokenCounts(n, 100, TokenCounts.UNKNOWN, TokenCounts.UNKNOWN, n, false, false),
        RequestRecord.Ending.ok(200, "stop"),
        new RequestRecord.Connection(ordinal > 0, 1),
        ServerTimings.NONE);
  }

  private static RequestRecord unsuccessful(
      long ordinal,
      Outcome outcome,
      int status,
      @Nullable String message,
      @Nullable String sample) {
    TokenTimings.Request marks = marks(ordinal);
    return new RequestRecord(
        id(ordinal, false),
        TokenTimings.withoutTokens(marks),
        TokenCounts.NONE,
        new RequestRecord.Ending(outcome, status, message, sample, null, -1),
        new RequestRecord.Connection(true, 1),
        ServerTimings.NONE);
  }

  private static RequestRecord.Id id(long ordinal, boolean warmUp) {
    return new RequestRecord.Id(ordinal, "c=1", "c=1", "chat", 1, warmUp);
  }

  private static TokenTimings.Request marks(long ordinal) {
    long sent = SampleRuns.BASE_NANOS + ordinal * 300 * MILLI;
    return new TokenTimings.Request(
        sent - MILLI / 2,
        sent,
        ordinal < 3 ? sent + 100 * MILLI : TokenTimings.ABSENT,
        sent + 240 * MILLI);
  }
}
