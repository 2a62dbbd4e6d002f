package org.gatlingllm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.gatlingllm.metric.RequestRecord.Id;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.gatlingllm.server.Arrival;
import org.gatlingllm.server.EngineModel;
import org.gatlingllm.server.Noise;
import org.gatlingllm.server.Prompt;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.Timeline;

/**
 * A run of the default load on the model of the simulated server, in virtual time: nothing but the
 * server's own noise. Each level three times, interleaved.
 */
final class VirtualRun {
  private static final int REQUESTS = 24;
  private static final int REPEATS = 3;
  private static final int PROMPT_TOKENS = 100;
  private static final int OUTPUT_TOKENS = 64;
  private static final long BASE_NANOS = 1_000_000_000_000L;
  private static final long LEVEL_APART_NANOS = 1_000_000_000_000L;

  /** Requests per second that four slots serve: 4 in 4 × 145 ms of prefill and 63 × 51 ms. */
  private static final double PEAK_PER_SECOND = 4 / 3.793;

  private final ServiceModel model;
  private final long seed;
  private final List<Level> levels = new ArrayList<>();
  private final List<RequestRecord> requests = new ArrayList<>();

  private VirtualRun(ServiceModel model, long seed) {
    this.model = model;
    this.seed = seed;
  }

  /**
   * Returns a run on four slots, each step with 10 % of noise and one in fifty five times longer.
   *
   * @param decode factor on the time of decode steps
   * @param seed of the noise; arrivals are the same in every run, as with one {@code llm.seed}
   */
  static Run of(double decode, long seed) {
    ServiceModel np4 = ServiceModel.preset("np4");
    ServiceModel slower =
        np4.withDecode(np4.decode().times(decode)).withNoise(new Noise(0.1, 0.02, 5));
    return new VirtualRun(slower, seed).run();
  }

  private Run run() {
    for (int repeat = 1; repeat <= REPEATS; repeat++) {
      for (int users : new int[] {1, 2, 4, 8}) {
        closed(users, repeat);
      }
      open(0.5, repeat);
      open(0.9, repeat);
    }
    RunHeader.Target target = new RunHeader.Target("http://127.0.0.1", "openai-chat", "");
    RunHeader header = new RunHeader("study", "Study", "", "", 0, 0, seed, target, Map.of());
    return new Run(header, levels, requests, Map.of(), null, List.of());
  }

  private void closed(int users, int repeat) {
    Level level = level("c=" + users, new Level.Closed(users), repeat);
    List<Timeline> timelines =
        EngineModel.simulateClosed(model, users, REQUESTS, PROMPT_TOKENS, OUTPUT_TOKENS, noise());
    Map<Long, Queue<Long>> free = new HashMap<>();
    long newcomers = 0;
    for (Timeline timeline : timelines) {
      Queue<Long> idle = free.getOrDefault(timeline.arrivalNanos(), new ArrayDeque<>());
      long user = idle.isEmpty() ? newcomers++ : idle.remove();
      free.computeIfAbsent(timeline.endNanos(), at -> new ArrayDeque<>()).add(user);
      record(level, user, timeline);
    }
  }

  private void open(double share, int repeat) {
    double rate = share * PEAK_PER_SECOND;
    Level level =
        level(
            "rate=" + Math.round(share * 100) + "%",
            new Level.Open(rate, share, "poisson"),
            repeat);
    SplittableRandom random =
        new SplittableRandom(1); // as of one llm.seed: the same in all repeats
    List<Arrival> arrivals = new ArrayList<>();
    double seconds = 0;
    for (int i = 0; i < REQUESTS; i++) {
      arrivals.add(
          new Arrival((long) (seconds * 1e9), Prompt.unique(PROMPT_TOKENS), OUTPUT_TOKENS));
      seconds += -Math.log1p(-random.nextDouble()) / rate;
    }
    List<Timeline> timelines = EngineModel.simulate(model, arrivals, noise());
    for (int user = 0; user < timelines.size(); user++) {
      record(level, user, timelines.get(user));
    }
  }

  private Level level(String load, Level.Load asked, int repeat) {
    Level level =
        new Level(
            load + " #" + repeat, asked, repeat, null, PROMPT_TOKENS, OUTPUT_TOKENS, true, false);
    levels.add(level);
    return level;
  }

  /** A seed of its own for each level: it is called once a level. */
  private long noise() {
    return new SplittableRandom(seed * 31 + levels.size()).nextLong();
  }

  private void record(Level level, long user, Timeline timeline) {
    long start = BASE_NANOS + levels.size() * LEVEL_APART_NANOS;
    long sent = start + timeline.arrivalNanos();
    long[] arrivals = new long[timeline.tokens()];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = start + timeline.tokenNanos(i);
    }
    long end = arrivals[arrivals.length - 1];
    TokenTimings timings =
        TokenTimings.of(
            new TokenTimings.Request(sent, sent, arrivals[0], end), arrivals[0], arrivals, null);
    requests.add(
        new RequestRecord(
            new Id(requests.size(), level.name(), level.name(), "chat", user, false),
            timings,
            new TokenCounts(OUTPUT_TOKENS, PROMPT_TOKENS, -1, -1, OUTPUT_TOKENS, false, false),
            Ending.ok(200, "length"),
            new Connection(true, 1),
            ServerTimings.NONE));
  }
}
