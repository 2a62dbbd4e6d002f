package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;

/** Runs with requests, made with a seed: what the page has to carry. */
final class PageRuns {
  private static final long MILLI = 1_000_000L;
  private static final int SLOW_EVERY = 100;
  private static final int FAILS_EVERY = 10;
  private static final int TOKENS = 8;
  private static final int TOKENS_WHEN_SLOW = 200;

  private PageRuns() {}

  /** Closed levels of 1, 2, 4, … users; every hundredth request is slow and long. */
  static Run closed(int levels, int requests) {
    Random random = new Random(7);
    List<Level> asked = new ArrayList<>();
    List<RequestRecord> records = new ArrayList<>();
    long start = SampleRuns.BASE_NANOS;
    for (int l = 0; l < levels; l++) {
      int users = 1 << l;
      String name = "c=" + users;
      asked.add(new Level(name, new Level.Closed(users), 1, null, 100, TOKENS, true, false));
      for (int i = 0; i < requests; i++) {
        long sent = start + i * 50L * MILLI / users;
        records.add(request(i, name, i % users, sent, i % SLOW_EVERY == 0, random));
      }
      start += requests * 50L * MILLI / users + 10_000 * MILLI;
    }
    return run(asked, records);
  }

  /** The same run; its engine was asked at even times from the first window's start on. */
  static Run withEngine(Run run, int readings, long everyNanos) {
    List<EngineReading> engine = new ArrayList<>();
    for (int i = 0; i < readings; i++) {
      long at = SampleRuns.BASE_NANOS + i * everyNanos;
      engine.add(
          i % FAILS_EVERY == FAILS_EVERY - 1
              ? EngineReading.failed(at, "status 503")
              : new EngineReading(
                  at,
                  Map.of(
                      EngineGauge.RUNNING,
                      Math.min(4.0, i),
                      EngineGauge.WAITING,
                      i % 3 + 0.0,
                      EngineGauge.KV_CACHE_USAGE_RATIO,
                      i / (double) readings),
                  null));
    }
    return new Run(
        run.header(), run.levels(), run.requests(), Map.of(), engine, null, true, run.remarks());
  }

  /** One level in which a request of each given ending was sent. */
  static Run ended(RequestRecord.Ending... endings) {
    Level level = new Level("c=1", new Level.Closed(1), 1, null, 100, TOKENS, true, false);
    List<RequestRecord> records = new ArrayList<>();
    for (int i = 0; i < endings.length; i++) {
      long sent = SampleRuns.BASE_NANOS + i * 100L * MILLI;
      records.add(
          new RequestRecord(
              new RequestRecord.Id(i, "c=1", "c=1", "chat", 1, false),
              TokenTimings.withoutTokens(marks(sent, sent + 40 * MILLI)),
              TokenCounts.NONE,
              endings[i],
              new RequestRecord.Connection(true, 1),
              ServerTimings.NONE));
    }
    return run(List.of(level), records);
  }

  /** A failed request's end. */
  static RequestRecord.Ending failed(Outcome outcome, int status, String message, String sample) {
    return new RequestRecord.Ending(outcome, status, message, sample, null, -1);
  }

  private static Run run(List<Level> levels, List<RequestRecord> records) {
    return new Run(SampleRuns.header("page"), levels, records, Map.of(), null, List.of());
  }

  private static RequestRecord request(
      int ordinal, String level, int user, long sent, boolean slow, Random random) {
    int tokens = slow ? TOKENS_WHEN_SLOW : TOKENS;
    long[] arrivals = new long[tokens];
    long at = sent + (slow ? 400 : 10 + random.nextInt(20)) * MILLI;
    for (int i = 0; i < tokens; i++) {
      arrivals[i] = at;
      at += 2 * MILLI + random.nextInt(900_000);
    }
    return new RequestRecord(
        new RequestRecord.Id(ordinal, level, level, "chat", user, false),
        TokenTimings.of(marks(sent, arrivals[tokens - 1] + MILLI), arrivals[0], arrivals, null),
        new TokenCounts(
            tokens, 100, TokenCounts.UNKNOWN, TokenCounts.UNKNOWN, tokens, false, false),
        RequestRecord.Ending.ok(200, "stop"),
        new RequestRecord.Connection(true, 1),
        ServerTimings.NONE);
  }

  private static TokenTimings.Request marks(long sent, long closed) {
    return new TokenTimings.Request(sent, sent, sent + 5 * MILLI, closed);
  }
}
