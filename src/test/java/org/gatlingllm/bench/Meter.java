package org.gatlingllm.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Reads a counter and the CPU time of this process at fixed instants, and prints what passed. */
final class Meter {
  /** How a line of {@link #run} begins. */
  static final String LINE = "measured ";

  private Meter() {}

  /**
   * What a process did in a span.
   *
   * @param tokens token events read
   * @param wallNanos length of the span
   * @param cpuNanos CPU time of the process
   */
  record Cost(long tokens, long wallNanos, long cpuNanos) {
    /** Nothing costs nothing: a client that was refused is not measured. */
    Cost {
      if (tokens < 1) {
        throw new IllegalStateException(
            "expected token events in every span, found none in one: look whether the server"
                + " answers this client, or warm up longer");
      }
    }

    /** CPU-seconds per million token events: nanoseconds a token are milliseconds a million. */
    double cpuSecondsPerMillion() {
      return (double) cpuNanos / tokens / 1e3;
    }

    double tokensPerSecond() {
      return tokens / (wallNanos / 1e9);
    }

    static Cost parse(String line) {
      String[] fields = line.split(" ", -1);
      return new Cost(
          Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]));
    }
  }

  /** Lets the warm-up pass, then prints a line for each span; returns when the last one is over. */
  static void run(Duration warmUp, Duration span, int spans, LongSupplier tokens) {
    long next = System.nanoTime() + warmUp.toNanos();
    sleepUntil(next);
    for (int i = 0; i < spans; i++) {
      long nanos = System.nanoTime();
      long cpu = processCpuNanos();
      long count = tokens.getAsLong();
      next += span.toNanos();
      sleepUntil(next);
      System.out.println(
          String.format(
              Locale.ROOT,
              "%s%d %d %d",
              LINE,
              tokens.getAsLong() - count,
              System.nanoTime() - nanos,
              processCpuNanos() - cpu));
    }
  }

  private static void sleepUntil(long deadline) {
    for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static long processCpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
