package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Level.Closed;
import org.gatlingllm.metric.Level.Open;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.Run.GatlingLog;
import org.gatlingllm.metric.Run.GatlingRequest;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/** A run put together for a test: levels on a {@link SlotServer}, or requests made by hand. */
final class SimulatedRun {
  /** Clock base of the run: any number but 0, so that forgetting it shows. */
  static final long BASE_NANOS = 7_000_000_000_123L;

  static final long STARTED_MICROS = 1_700_000_000_000_777L;

  private final Map<String, String> settings = new HashMap<>();
  private final List<Level> levels = new ArrayList<>();
  private final List<RequestRecord> requests = new ArrayList<>();
  private final Map<String, ClientHealth> client = new HashMap<>();
  private final List<EngineReading> engine = new ArrayList<>();
  private UnaryOperator<@Nullable GatlingLog> gatling = log -> log;
  private int promptTokens = 100;
  private String url = "http://127.0.0.1:8080";

  /** Closed levels of so many requests each. */
  SimulatedRun closed(SlotServer server, int requestsEach, int... concurrency) {
    for (int users : concurrency) {
      String name = name("c=" + users);
      add(
          new Level(name, new Closed(users), 1, null, promptTokens, server.tokens(), true, false),
          server.closed(name, nextMillis(), users, requestsEach));
    }
    return this;
  }

  /** An open level with exponential gaps of a fixed seed. */
  SimulatedRun poisson(SlotServer server, double rate, int count, long seed) {
    Random random = new Random(seed);
    double[] arrivals = new double[count];
    double at = 0;
    for (int i = 0; i < count; i++) {
      at += -Math.log(1 - random.nextDouble()) / rate * 1000;
      arrivals[i] = at;
    }
    return open(server, rate, arrivals);
  }

  /** An open level with the given arrivals, milliseconds after its start. */
  SimulatedRun open(SlotServer server, double rate, double... arrivals) {
    String name = name("rate=" + rate);
    Open load = new Open(rate, Double.NaN, "poisson");
    return add(
        new Level(name, load, 1, null, promptTokens, server.tokens(), true, false),
        server.open(name, nextMillis(), arrivals));
  }

  /** A closed level of requests made by hand, times from 0. */
  SimulatedRun level(String name, int users, Sample... samples) {
    List<RequestRecord> records = new ArrayList<>();
    for (Sample sample : samples) {
      records.add(sample.in(name).record());
    }
    return add(new Level(name, new Closed(users), 1, null, -1, -1, false, false), records);
  }

  /** An open level of requests made by hand. */
  SimulatedRun openLevel(String name, double rate, List<Sample> samples) {
    return add(
        new Level(name, new Open(rate, Double.NaN, "poisson"), 1, null, -1, -1, false, false),
        samples.stream().map(s -> s.in(name).record()).toList());
  }

  SimulatedRun add(Level level, List<RequestRecord> records) {
    levels.add(level);
    requests.addAll(records);
    return this;
  }

  /** The prompt length of the levels that follow. */
  SimulatedRun promptTokens(int tokens) {
    promptTokens = tokens;
    return this;
  }

  SimulatedRun setting(String key, String value) {
    settings.put(key, value);
    return this;
  }

  SimulatedRun url(String baseUrl) {
    url = baseUrl;
    return this;
  }

  SimulatedRun client(String level, ClientHealth health) {
    client.put(level, health);
    return this;
  }

  /** What the engine says of itself so many milliseconds after the clock base. */
  SimulatedRun engine(double millis, Map<EngineGauge, Double> values) {
    engine.add(new EngineReading(BASE_NANOS + (long) (millis * Sample.MILLI), values, null));
    return this;
  }

  /** Changes what Gatling's log says. */
  SimulatedRun gatling(UnaryOperator<@Nullable GatlingLog> change) {
    gatling = change;
    return this;
  }

  /** Changes every request made so far. */
  SimulatedRun each(UnaryOperator<RequestRecord> change) {
    requests.replaceAll(change);
    return this;
  }

  Run run() {
    RunHeader header =
        new RunHeader(
            "test",
            "Test",
            "3.15.1",
            "17",
            STARTED_MICROS,
            BASE_NANOS,
            1,
            new RunHeader.Target(url, "openai", "model"),
            settings);
    List<RequestRecord> shifted = requests.stream().map(SimulatedRun::onRunClock).toList();
    return new Run(
        header, levels, shifted, client, engine, gatling.apply(log(shifted)), true, List.of());
  }

  RunAnalysis analysis() {
    return Analysis.of(run(), RequestSlo.none());
  }

  private String name(String load) {
    return promptTokens == 100 ? load : load + " prompt=" + promptTokens;
  }

  private double nextMillis() {
    long last = requests.stream().mapToLong(r -> r.timings().closedNanos()).max().orElse(0);
    return (double) last / Sample.MILLI + 500;
  }

  private static RequestRecord onRunClock(RequestRecord r) {
    TokenTimings t = r.timings();
    long[] arrivals = new long[t.arrivals()];
    int[] tokens = new int[t.arrivals()];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = shifted(t.arrivalNanos(i));
      tokens[i] = t.arrivalTokens(i);
    }
    TokenTimings.Request marks =
        new TokenTimings.Request(
            shifted(t.scheduledNanos()),
            shifted(t.sentNanos()),
            shifted(t.headersNanos()),
            shifted(t.closedNanos()));
    TokenTimings timings =
        TokenTimings.of(
            marks, shifted(t.firstOutputNanos()), arrivals, t.oneTokenAnArrival() ? null : tokens);
    return new RequestRecord(r.id(), timings, r.tokens(), r.ending(), r.connection(), r.server());
  }

  private static long shifted(long nanos) {
    return nanos == TokenTimings.ABSENT ? nanos : nanos + BASE_NANOS;
  }

  /** What Gatling would have written: two records a stream, in whole milliseconds. */
  private static GatlingLog log(List<RequestRecord> requests) {
    Map<String, List<GatlingRequest>> groups = new HashMap<>();
    for (RequestRecord r : requests) {
      if (!r.id().warmUp()) {
        phases(r, groups.computeIfAbsent(r.id().level(), level -> new ArrayList<>()));
      }
    }
    return new GatlingLog(true, groups);
  }

  private static void phases(RequestRecord r, List<GatlingRequest> group) {
    TokenTimings t = r.timings();
    boolean whole = r.outcome().whole();
    boolean none = t.arrivals() == 0;
    long first = none ? t.closedNanos() : t.firstTokenNanos();
    String phase = r.empty() ? "chat empty" : "chat ttft";
    group.add(new GatlingRequest(phase, millis(t.sentNanos()), millis(first), whole, ""));
    if (!none) {
      long end = whole ? t.lastTokenNanos() : t.closedNanos();
      group.add(new GatlingRequest("chat decode", millis(first), millis(end), whole, ""));
    }
  }

  private static long millis(long nanos) {
    return Math.floorDiv(nanos - BASE_NANOS + STARTED_MICROS * 1000, Sample.MILLI);
  }
}
