package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.gatlingllm.metric.RequestRecord.Id;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/** A run made by hand, for tests: closed levels whose users send one request after the other. */
final class GateRun {
  private static final long MILLI = 1_000_000;
  private static final int TOKENS = 11;

  private final List<Level> levels = new ArrayList<>();
  private final List<RequestRecord> requests = new ArrayList<>();
  private final Map<String, ClientHealth> client = new HashMap<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<Long, Long> free = new HashMap<>();
  private String model = "m";

  GateRun() {
    settings.put("llm.maxTokens", "64");
    settings.put("llm.closed.requests", "24");
    settings.put("llm.baseUrl", "\"\"");
    settings.put("llm.server.preset", "\"np4\"");
  }

  GateRun setting(String key, String value) {
    settings.put(key, value);
    return this;
  }

  GateRun model(String name) {
    model = name;
    return this;
  }

  /** A level of so many users; requests follow with {@link #streams}. */
  GateRun level(String load, int users) {
    return level(load, users, 1, null);
  }

  GateRun level(String name, int users, int repeat, @Nullable String target) {
    levels.add(new Level(name, new Level.Closed(users), repeat, target, 100, 64, true, false));
    free.clear();
    return this;
  }

  /** A level of arrivals at so many requests a second, which wait for one another all the same. */
  GateRun openLevel(String name, int repeat, double requestsPerSecond) {
    Level.Open load = new Level.Open(requestsPerSecond, 0.9, "poisson");
    levels.add(new Level(name, load, repeat, null, 100, 64, true, true));
    free.clear();
    return this;
  }

  /** One request a TTFT, each with ten gaps of so many milliseconds, in the last level. */
  GateRun streams(double gapMillis, double... ttftMillis) {
    for (double ttft : ttftMillis) {
      stream("chat", ttft, gapMillis);
    }
    return this;
  }

  GateRun stream(String request, double ttftMillis, double gapMillis) {
    return gaps(request, ttftMillis, gapMillis, gapMillis, 0);
  }

  /** One request whose first gaps are of one length and whose others are of another. */
  GateRun gaps(String request, double ttft, double gap, double slowGap, int slow) {
    long sent = sent();
    long[] at = new long[TOKENS];
    at[0] = sent + Math.round(ttft * MILLI);
    for (int i = 1; i < TOKENS; i++) {
      at[i] = at[i - 1] + Math.round((i <= slow ? slowGap : gap) * MILLI);
    }
    long closed = at[TOKENS - 1];
    TokenTimings timings =
        TokenTimings.of(new TokenTimings.Request(sent, sent, at[0], closed), at[0], at, null);
    add(
        request,
        timings,
        new TokenCounts(TOKENS, 100, -1, -1, TOKENS, false, false),
        Ending.ok(200, "stop"));
    return this;
  }

  /** So many requests that the server refused after a millisecond. */
  GateRun failures(int count) {
    return failures(count, Outcome.HTTP_STATUS);
  }

  /** So many requests that ended in this way after a millisecond. */
  GateRun failures(int count, Outcome outcome) {
    for (int i = 0; i < count; i++) {
      long sent = sent();
      add(
          "chat",
          TokenTimings.withoutTokens(
              new TokenTimings.Request(sent, sent, sent + MILLI, sent + MILLI)),
          TokenCounts.NONE,
          new Ending(outcome, 500, "status 500", null, null, -1));
    }
    return this;
  }

  /** The client of the last level was too slow to be trusted. */
  GateRun lagging() {
    client.put(
        last().name(), new ClientHealth(MILLI, 900 * MILLI, 900 * MILLI, 0, 0, 0.5, 0.99, 0, 1, 1));
    return this;
  }

  Run run() {
    RunHeader header =
        new RunHeader(
            "label",
            "org.gatlingllm.CurveSimulation",
            "3.15.1",
            "17",
            1_700_000_000_000_000L,
            0,
            7,
            new RunHeader.Target("http://127.0.0.1:1", "openai-chat", model),
            settings);
    return new Run(header, levels, requests, client, null, List.of());
  }

  RunAnalysis analysis() {
    return Analysis.of(run(), RequestSlo.none());
  }

  List<Verdict> judge(String slo) {
    return SloGate.judge(Slo.parse(slo, "test.conf"), run(), analysis());
  }

  Verdict only(String slo) {
    List<Verdict> verdicts = judge(slo);
    if (verdicts.size() != 1) {
      throw new IllegalStateException("expected one verdict, found " + verdicts);
    }
    return verdicts.get(0);
  }

  private Level last() {
    return levels.get(levels.size() - 1);
  }

  private long users() {
    return last().load() instanceof Level.Closed closed ? closed.concurrency() : 1;
  }

  private long nextUser() {
    long inLevel = requests.stream().filter(r -> r.id().level().equals(last().name())).count();
    return levels.size() * 1000L + inLevel % users();
  }

  private long sent() {
    return free.getOrDefault(nextUser(), levels.size() * 1_000_000L * MILLI);
  }

  private void add(String request, TokenTimings timings, TokenCounts tokens, Ending ending) {
    long user = nextUser();
    free.put(user, timings.closedNanos());
    Id id = new Id(requests.size(), last().name(), last().name(), request, user, false);
    requests.add(
        new RequestRecord(
            id, timings, tokens, ending, new Connection(true, 1), ServerTimings.NONE));
  }
}
