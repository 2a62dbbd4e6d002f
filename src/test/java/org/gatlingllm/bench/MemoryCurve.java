package org.gatlingllm.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Prints what this process has in use, again and again. */
final class MemoryCurve {
  /** How its lines begin; then seconds, and bytes of heap, of the process and of the log. */
  static final String LINE = "memory ";

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final long BYTES_PER_KILO = 1024;

  private MemoryCurve() {}

  /** Begins, on a thread of its own. */
  static void start(Duration each, Supplier<Optional<Path>> log) {
    Thread thread = new Thread(() -> run(each, log), "bench-memory");
    thread.setDaemon(true);
    thread.start();
  }

  private static void run(Duration each, Supplier<Optional<Path>> log) {
    long begin = System.nanoTime();
    while (true) {
      LockSupport.parkNanos(each.toNanos());
      System.gc(); // what is in use, not what waits for a collection
      long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      long seconds = (System.nanoTime() - begin) / 1_000_000_000;
      System.out.println(
          LINE
              + seconds
              + " "
              + heap
              + " "
              + process()
              + " "
              + log.get().map(MemoryCurve::length).orElse(0L));
    }
  }

  /** Resident memory, or 0 where Linux does not tell. */
  private static long process() {
    try {
      return Files.exists(STATUS)
          ? Files.readAllLines(STATUS, UTF_8).stream()
              .filter(l -> l.startsWith("VmRSS:"))
              .mapToLong(l -> Long.parseLong(l.replaceAll("\\D+", "")) * BYTES_PER_KILO)
              .sum()
          : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long length(Path log) {
    try {
      return Files.exists(log) ? Files.size(log) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
