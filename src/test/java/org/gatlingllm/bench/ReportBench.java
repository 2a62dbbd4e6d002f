package org.gatlingllm.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.log.StreamLogWriter;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.gatlingllm.report.ConsoleTable;
import org.gatlingllm.report.Measured;
import org.gatlingllm.report.ReportFiles;
import org.gatlingllm.report.Reported;

/**
 * What a large run costs afterwards: a {@code streams.jsonl} of {@code bench.gaps} token gaps (ten
 * million) in eight levels is read, analysed and reported. Prints the time and the peak memory of
 * each step; the heap is the JVM's {@code -Xmx}.
 */
public final class ReportBench {
  private static final int TOKENS = 500;
  private static final int LEVELS = 8;
  private static final long MILLI = 1_000_000;

  private final long gaps = BenchSettings.count("gaps", 10_000_000);
  private final Path folder = BenchSettings.folder().resolve("report-" + System.nanoTime());

  private ReportBench() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    new ReportBench().run();
  }

  private void run() throws IOException {
    long requests = gaps / (TOKENS - 1);
    write(requests);
    System.out.printf(
        Locale.ROOT,
        "%d gaps in %d streams, %.0f MB of log, heap of %d MB%n",
        gaps,
        requests,
        Files.size(folder.resolve(StreamLogWriter.FILE_NAME)) / 1e6,
        Runtime.getRuntime().maxMemory() >> 20);
    long begin = System.nanoTime();
    Run run = step("read", () -> RunReader.read(folder));
    RunAnalysis analysis = step("analyse", () -> Analysis.of(run, RequestSlo.none()));
    step("table", () -> ConsoleTable.of(List.of(analysis)));
    step(
        "files",
        () -> {
          Reported reported = Reported.of(new Measured(run, analysis));
          return ReportFiles.write(reported, run, folder.resolve("out"));
        });
    System.out.printf(
        Locale.ROOT,
        "all together %.1f s; the process held %s at its peak%n",
        (System.nanoTime() - begin) / 1e9,
        peakMemory());
  }

  /** What Linux says of the process, heap and all; the JVM takes what {@code -Xmx} lets it. */
  private static String peakMemory() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.exists(status)
        ? Files.readAllLines(status).stream()
            .filter(l -> l.startsWith("VmHWM:"))
            .map(l -> l.substring(l.indexOf(':') + 1).strip())
            .findFirst()
            .orElse("?")
        : "?";
  }

  private interface Step<T> {
    T take() throws IOException;
  }

  private static <T> T step(String name, Step<T> step) throws IOException {
    heap().forEach(MemoryPoolMXBean::resetPeakUsage);
    long begin = System.nanoTime();
    long cpu = cpuNanos();
    T result = step.take();
    System.out.printf(
        Locale.ROOT,
        "%-8s %6.1f s, %6.1f CPU-s, peak heap %4d MB%n",
        name,
        (System.nanoTime() - begin) / 1e9,
        (cpuNanos() - cpu) / 1e9,
        heap().stream().mapToLong(p -> p.getPeakUsage().getUsed()).sum() >> 20);
    return result;
  }

  private static List<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(p -> p.getType() == MemoryType.HEAP)
        .toList();
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void write(long requests) throws IOException {
    RunHeader header =
        new RunHeader(
            "bench",
            "bench",
            "3.15.1",
            "17",
            0,
            0,
            1,
            new RunHeader.Target("http://127.0.0.1:1", "openai-chat", ""),
            Map.of());
    SplittableRandom random = new SplittableRandom(1);
    try (StreamLogWriter log =
        StreamLogWriter.open(folder.resolve(StreamLogWriter.FILE_NAME), header)) {
      for (int level = 0; level < LEVELS; level++) {
        int users = 1 << level;
        String name = "c=" + users;
        log.levelStarted(
            new Level(name, new Level.Closed(users), 1, null, 100, TOKENS, true, false));
        level(log, level, users, requests / LEVELS, random);
        log.clientObserved(
            name, new ClientHealth(MILLI / 10, MILLI, 2 * MILLI, 0, 0, 0.1, 0.2, 0, 1e6, MILLI));
      }
    }
  }

  private static void level(
      StreamLogWriter log, int level, int users, long requests, SplittableRandom random) {
    long[] free = new long[users];
    java.util.Arrays.fill(free, level * 10_000_000L * MILLI);
    for (long i = 0; i < requests; i++) {
      int user = (int) (i % users);
      RequestRecord record = record(level * requests + i, users, user, free[user], random);
      free[user] = record.timings().closedNanos() + 100_000;
      while (!log.append(record)) {
        Thread.onSpinWait(); // the disk is behind
      }
    }
  }

  private static RequestRecord record(
      long ordinal, int users, int user, long sent, SplittableRandom random) {
    long[] arrivals = new long[TOKENS];
    long at = sent + 150 * MILLI + random.nextInt(20) * MILLI;
    for (int i = 0; i < TOKENS; i++) {
      arrivals[i] = at;
      at += Math.round(20 * MILLI * Math.exp(0.2 * random.nextGaussian()));
    }
    return new RequestRecord(
        new RequestRecord.Id(ordinal, "c=" + users, "c=" + users, "chat", user + 1, false),
        TokenTimings.of(
            new TokenTimings.Request(sent, sent, arrivals[0] - MILLI, at),
            arrivals[0],
            arrivals,
            null),
        new TokenCounts(TOKENS, 100, -1, -1, TOKENS, false, false),
        RequestRecord.Ending.ok(200, "length"),
        new RequestRecord.Connection(ordinal > 0, 1),
        ServerTimings.NONE);
  }
}
