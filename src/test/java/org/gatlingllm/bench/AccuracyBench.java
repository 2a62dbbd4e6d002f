package org.gatlingllm.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.metric.Level;

/**
 * How wrong the client measures: its percentiles minus those of the server's own log, at several
 * numbers of streams, beside the same of a bare client that met the same server. What is left after
 * the bare client's error is subtracted is this project's; the rest is the machine's.
 *
 * <p>Reads {@code bench.users} (1,32,128,512), {@code bench.ttftMillis}, {@code bench.itlMillis}
 * (200, 10), {@code bench.tokens} (64), {@code bench.warmUp} and {@code bench.seconds} (15, 10) for
 * each level.
 */
public final class AccuracyBench {
  private static final double MILLI = 1e6;

  private final List<Integer> users = BenchSettings.counts("users", "1,32,128,512");
  private final int tokens = BenchSettings.count("tokens", 64);
  private final String warmUp = BenchSettings.text("warmUp", "15");
  private final String seconds = BenchSettings.text("seconds", "10");
  private final Path folder = BenchSettings.folder().resolve("accuracy-" + System.nanoTime());

  private AccuracyBench() {}

  /** Runs it and prints a table. */
  public static void main(String[] args) {
    new AccuracyBench().run();
  }

  private void run() {
    BenchServer.Timing timing =
        new BenchServer.Timing(
            BenchSettings.count("ttftMillis", 200), BenchSettings.count("itlMillis", 10), tokens);
    List<Seen> bare;
    GatlingRun action;
    Truth truth;
    try (BenchServer server = BenchServer.start(timing, folder)) {
      bare = bare(server);
      action = action(server);
      truth = server.stop();
    }
    List<LevelSummary> summaries = Analysis.of(action.run(), RequestSlo.none()).levels();
    heading();
    for (int i = 0; i < users.size(); i++) {
      Level level = action.levels().get(i);
      Seen seen = Seen.of(action.requests(level), action.baseNanos());
      row(users.get(i), seen.from(truth), bare.get(i).from(truth), Seen.of(truth, seen));
      summaries.get(i).suspect().forEach(why -> System.out.println("       suspect: " + why));
    }
  }

  private List<Seen> bare(BenchServer server) {
    Path file = folder.resolve("bare");
    List<String> main =
        new ArrayList<>(
            List.of(
                BareClient.class.getName(),
                "stamp",
                Integer.toString(server.port()),
                Integer.toString(tokens),
                warmUp,
                seconds,
                file.toString()));
    users.forEach(u -> main.add(Integer.toString(u)));
    try (Fork client =
        Fork.start(Fork.java(BenchSettings.words("clientPrefix"), List.of(), main), folder)) {
      client.awaitEnd("");
    }
    return Seen.read(file, users);
  }

  private GatlingRun action(BenchServer server) {
    return GatlingRun.options()
        .with("url", server.url())
        .with("users", users.stream().map(String::valueOf).collect(Collectors.joining(",")))
        .with("tokens", tokens)
        .with("warmUp", warmUp)
        .with("seconds", seconds)
        .start(StreamSimulation.class, folder.resolve("action"));
  }

  private static void heading() {
    System.out.printf(
        Locale.ROOT,
        "%nmeasured minus true: TTFT in ms, ITL p50 in %% of the true one, ITL p99 in ms%n"
            + "%6s %25s  %37s  %37s  %28s%n"
            + "%6s %8s %8s %7s  %9s %9s %9s %7s  %9s %9s %9s %7s  %9s %9s %8s%n",
        "",
        "truth",
        "this project's action",
        "bare client",
        "action − bare",
        "users",
        "TTFT p50",
        "ITL p50",
        "ITL p99",
        "TTFT p50",
        "TTFT p99",
        "ITL p50 %",
        "ITL p99",
        "TTFT p50",
        "TTFT p99",
        "ITL p50 %",
        "ITL p99",
        "TTFT p50",
        "ITL p50 %",
        "ITL p99");
  }

  private static void row(int users, Seen.Deviation action, Seen.Deviation bare, Seen truth) {
    System.out.printf(
        Locale.ROOT,
        "%6d %8.2f %8.3f %7.2f  %9.3f %9.3f %9.2f %7.2f  %9.3f %9.3f %9.2f %7.2f  %9.3f %9.2f"
            + " %8.2f%n",
        users,
        truth.ttft(0.5) / MILLI,
        truth.gap(0.5) / MILLI,
        truth.gap(0.99) / MILLI,
        action.ttftP50Millis(),
        action.ttftP99Millis(),
        action.itlP50Percent(),
        action.itlP99Millis(),
        bare.ttftP50Millis(),
        bare.ttftP99Millis(),
        bare.itlP50Percent(),
        bare.itlP99Millis(),
        action.ttftP50Millis() - bare.ttftP50Millis(),
        action.itlP50Percent() - bare.itlP50Percent(),
        action.itlP99Millis() - bare.itlP99Millis());
  }
}
