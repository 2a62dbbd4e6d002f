package org.gatlingllm.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;

/**
 * Whether requests start when they should: each rate twice, so that a level is also seen that is
 * not the first of its run. Answers are short, so that the server is no limit, and users share
 * connections, as those of a gateway do.
 *
 * <p>Reads {@code bench.rates} (50,500,2000), {@code bench.arrivals} (constant), {@code
 * bench.warmUp} and {@code bench.seconds} (15, 10).
 */
public final class ArrivalBench {
  private static final double MILLI = 1e6;
  private static final int TOKENS = 4;

  private final List<Integer> rates = BenchSettings.counts("rates", "50,500,2000");
  private final Path folder = BenchSettings.folder().resolve("arrivals-" + System.nanoTime());

  private ArrivalBench() {}

  /** Runs it and prints a table. */
  public static void main(String[] args) {
    new ArrivalBench().run();
  }

  private void run() {
    GatlingRun run;
    try (BenchServer server = BenchServer.start(new BenchServer.Timing(5, 1, TOKENS), folder)) {
      run =
          GatlingRun.options()
              .with("url", server.url())
              .with("rates", twice())
              .with("share", true)
              .with("tokens", TOKENS)
              .with("warmUp", BenchSettings.text("warmUp", "15"))
              .with("seconds", BenchSettings.text("seconds", "10"))
              .start(StreamSimulation.class, folder.resolve("action"));
    }
    System.out.printf(
        Locale.ROOT,
        "%n%-12s %10s %10s %10s %8s %8s | schedule delay ms %8s %8s %8s%n",
        "level",
        "offered/s",
        "drawn/s",
        "sent/s",
        "error %",
        "failed",
        "p50",
        "p99",
        "max");
    Analysis.of(run.run(), RequestSlo.none()).levels().forEach(ArrivalBench::row);
  }

  /** Equal levels need names of their own: 50 and 50.0. */
  private String twice() {
    return Stream.concat(
            rates.stream().map(String::valueOf), rates.stream().map(rate -> rate + ".0"))
        .collect(Collectors.joining(","));
  }

  private static void row(LevelSummary level) {
    double offered = ((Level.Open) level.level().load()).requestsPerSecond();
    Distribution delay = level.metric(Metric.SCHEDULE_DELAY).orElse(Distribution.of());
    System.out.printf(
        Locale.ROOT,
        "%-12s %10.1f %10.1f %10.1f %8.2f %8d | %26.3f %8.3f %8.2f%n",
        level.level().name(),
        offered,
        level.rates().scheduled(),
        level.rates().achieved(),
        100 * (level.rates().achieved() / level.rates().scheduled() - 1),
        level.requests().failed(),
        delay.quantile(0.5) / MILLI,
        delay.quantile(0.99) / MILLI,
        delay.max() / MILLI);
    level.suspect().forEach(why -> System.out.println("  suspect: " + why));
  }
}
