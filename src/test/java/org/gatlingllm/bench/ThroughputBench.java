package org.gatlingllm.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.gatlingllm.bench.Meter.Cost;

/**
 * What a token event costs the client: the whole action of this project beside a bare Netty client
 * that counts bytes, and beside Gatling's own {@code sse()} loop, one after the other on one
 * server, round after round.
 *
 * <p>Reads {@code bench.users} (32), {@code bench.tokens} (200), {@code bench.warmUp} and {@code
 * bench.seconds} (40, 10), {@code bench.spans} (3: measured so often in each round) and {@code
 * bench.rounds} (1).
 */
public final class ThroughputBench {
  private static final String BARE = "bare Netty client";
  private static final String ACTION = "this project's action";
  private static final String SSE = "Gatling's sse() loop";

  private final int users = BenchSettings.count("users", 32);
  private final int tokens = BenchSettings.count("tokens", 200);
  private final int warmUp = BenchSettings.count("warmUp", 40);
  private final int seconds = BenchSettings.count("seconds", 10);
  private final int spans = BenchSettings.count("spans", 3);
  private final Path folder = BenchSettings.folder().resolve("throughput-" + System.nanoTime());

  private ThroughputBench() {}

  /** Runs it and prints a table. */
  public static void main(String[] args) {
    new ThroughputBench().run();
  }

  private void run() {
    List<Cost> bare = new ArrayList<>();
    List<Cost> action = new ArrayList<>();
    List<Cost> sse = new ArrayList<>();
    try (BenchServer server = BenchServer.start(new BenchServer.Timing(0, 0, tokens), folder)) {
      for (int round = 0; round < BenchSettings.count("rounds", 1); round++) {
        bare.addAll(bare(server));
        action.addAll(action(server));
        sse.addAll(sse(server));
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%n%d users, %d tokens an answer as fast as possible; CPU-seconds per million token"
            + " events, median of %d (first and last of a process)%n",
        users,
        tokens,
        bare.size());
    double least = median(bare);
    print(BARE, bare, least);
    print(ACTION, action, least);
    print(SSE, sse, least);
    System.out.printf(
        Locale.ROOT,
        "last span against first, the action: %+.1f %% (median of %d rounds)%n",
        100 * drift(action),
        action.size() / spans);
  }

  private List<Cost> bare(BenchServer server) {
    List<String> arguments =
        Stream.of(server.port(), users, tokens, warmUp, seconds, spans)
            .map(String::valueOf)
            .toList();
    List<String> main = new ArrayList<>(List.of(BareClient.class.getName(), "count"));
    main.addAll(arguments);
    return measured(Fork.java(BenchSettings.words("clientPrefix"), List.of(), main));
  }

  private List<Cost> action(BenchServer server) {
    GatlingRun run = gatling(server).start(StreamSimulation.class, folder.resolve("action"));
    return run.costs();
  }

  private List<Cost> sse(BenchServer server) {
    return measured(gatling(server).command(SseSimulation.class, folder.resolve("sse")));
  }

  private GatlingRun.Options gatling(BenchServer server) {
    return GatlingRun.options()
        .with("url", server.url())
        .with("users", users)
        .with("tokens", tokens)
        .with("warmUp", warmUp)
        .with("seconds", seconds)
        .with("repeats", spans);
  }

  private List<Cost> measured(List<String> command) {
    try (Fork client = Fork.start(command, folder)) {
      return client.awaitEnd(Meter.LINE).stream().map(Cost::parse).toList();
    }
  }

  private void print(String name, List<Cost> costs, double least) {
    double median = median(costs);
    System.out.printf(
        Locale.ROOT,
        "%-22s %6.2f  %5.2f × bare  %9.0f token events/s  (%.2f, %.2f)%n",
        name,
        median,
        median / least,
        medianOf(costs.stream().mapToDouble(Cost::tokensPerSecond).toArray()),
        costs.get(0).cpuSecondsPerMillion(),
        costs.get(costs.size() - 1).cpuSecondsPerMillion());
  }

  /** By how much the last span of a process cost more than its first. */
  private double drift(List<Cost> costs) {
    double[] drifts = new double[costs.size() / spans];
    for (int i = 0; i < drifts.length; i++) {
      double first = costs.get(i * spans).cpuSecondsPerMillion();
      drifts[i] = costs.get(i * spans + spans - 1).cpuSecondsPerMillion() / first - 1;
    }
    return medianOf(drifts);
  }

  private static double median(List<Cost> costs) {
    return medianOf(costs.stream().mapToDouble(Cost::cpuSecondsPerMillion).toArray());
  }

  private static double medianOf(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
