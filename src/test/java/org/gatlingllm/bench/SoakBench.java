package org.gatlingllm.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Whether a long run's memory is flat: 2,000 tokens a second in a heap of 512 MB, and the curve of
 * what is in use after a garbage collection.
 *
 * <p>Reads {@code bench.minutes} (10), {@code bench.users} (20, each of 100 tokens/s), {@code
 * bench.tokens} (64) and {@code bench.sampleSeconds} (15).
 */
public final class SoakBench {
  private static final double MEGA = 1 << 20;

  private final int minutes = BenchSettings.count("minutes", 10);
  private final int tokens = BenchSettings.count("tokens", 64);
  private final Path folder = BenchSettings.folder().resolve("soak-" + System.nanoTime());

  private SoakBench() {}

  /** Runs it and prints the curve while it grows. */
  public static void main(String[] args) {
    new SoakBench().run();
  }

  private void run() {
    Path results = folder.resolve("action");
    try (BenchServer server = BenchServer.start(new BenchServer.Timing(20, 10, tokens), folder);
        Fork gatling = Fork.start(command(server, results), results)) {
      System.out.printf(
          Locale.ROOT, "%8s %12s %12s %10s%n", "s", "heap MB", "process MB", "log MB");
      List<String> lines = gatling.awaitEnd(MemoryCurve.LINE, SoakBench::show);
      verdict(lines.stream().mapToDouble(l -> fields(l)[1]).toArray());
    }
    GatlingRun run = GatlingRun.read(results);
    run.costs()
        .forEach(
            cost ->
                System.out.printf(
                    Locale.ROOT,
                    "%d token events, %.0f a second, %.2f CPU-seconds per million%n",
                    cost.tokens(),
                    cost.tokensPerSecond(),
                    cost.cpuSecondsPerMillion()));
    run.run().remarks().forEach(remark -> System.out.println("! " + remark));
  }

  private List<String> command(BenchServer server, Path results) {
    return GatlingRun.options()
        .jvm("-Xmx512m")
        .with("url", server.url())
        .with("users", BenchSettings.count("users", 20))
        .with("tokens", tokens)
        .with("warmUp", 15)
        .with("seconds", minutes * 60)
        .with("memory", BenchSettings.count("sampleSeconds", 15))
        .command(StreamSimulation.class, results);
  }

  private static double[] fields(String line) {
    return Arrays.stream(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  private static void show(String line) {
    double[] fields = fields(line);
    System.out.printf(
        Locale.ROOT,
        "%8.0f %12.1f %12.1f %10.1f%n",
        fields[0],
        fields[1] / MEGA,
        fields[2] / MEGA,
        fields[3] / MEGA);
  }

  /** Flat: the last third of the curve is not above the middle third by more than 5 %. */
  private static void verdict(double[] heap) {
    int third = heap.length / 3;
    double middle = Arrays.stream(heap, third, 2 * third).average().orElse(Double.NaN);
    double last = Arrays.stream(heap, 2 * third, heap.length).average().orElse(Double.NaN);
    System.out.printf(
        Locale.ROOT,
        "heap in use: last third against the middle one %+.1f %%: %s%n",
        100 * (last / middle - 1),
        last <= 1.05 * middle ? "flat" : "GROWS");
  }
}
