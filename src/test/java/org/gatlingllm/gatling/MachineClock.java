package org.gatlingllm.gatling;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What process and machine have spent so far. Two readings, subtracted, tell of the time between.
 *
 * @param nanos the monotonic clock
 * @param processCpuNanos CPU time of this process, or −1
 * @param gcPauseNanos time in garbage collection
 * @param gcCount collections
 * @param allocatedBytes allocated by the live threads, or −1
 * @param machineBusyTicks CPU ticks of the machine that were not idle, or −1
 * @param machineStealTicks CPU ticks that the hypervisor gave to others, or −1
 * @param machineTicks all CPU ticks of the machine, or −1
 */
record MachineClock(
    long nanos,
    long processCpuNanos,
    long gcPauseNanos,
    long gcCount,
    long allocatedBytes,
    long machineBusyTicks,
    long machineStealTicks,
    long machineTicks) {

  private static final Path PROC_STAT = Path.of("/proc/stat");
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int USER = 1;
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;

  static MachineClock read(long nanos) {
    long gcMillis = 0;
    long gcCount = 0;
    for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
      gcMillis += Math.max(0, gc.getCollectionTime());
      gcCount += Math.max(0, gc.getCollectionCount());
    }
    long[] ticks = ticks();
    return new MachineClock(
        nanos,
        processCpu(),
        gcMillis * NANOS_PER_MILLI,
        gcCount,
        allocated(),
        ticks[0],
        ticks[1],
        ticks[2]);
  }

  private static long processCpu() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean os
        ? os.getProcessCpuTime()
        : -1;
  }

  private static long allocated() {
    if (!(ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads)) {
      return -1;
    }
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  /** Busy, stolen and all ticks of Linux; −1 each elsewhere. */
  private static long[] ticks() {
    try {
      List<String> lines = Files.readAllLines(PROC_STAT);
      String[] fields = lines.get(0).strip().split("\\s+", -1);
      long all = 0;
      for (int i = USER; i <= STEAL; i++) {
        all += Long.parseLong(fields[i]);
      }
      long idle = Long.parseLong(fields[IDLE]) + Long.parseLong(fields[IO_WAIT]);
      return new long[] {all - idle, Long.parseLong(fields[STEAL]), all};
    } catch (IOException | RuntimeException e) {
      return new long[] {-1, -1, -1}; // not Linux: the share is reported as not known
    }
  }
}
