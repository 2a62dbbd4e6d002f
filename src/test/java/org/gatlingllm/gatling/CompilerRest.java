package org.gatlingllm.gatling;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the JVM has compiled what a load needs: in three windows of a second, one after the
 * other, its compilers finished less than {@value #BUSY_FRACTION} of the time's work. Once so, it
 * stays so. (Work is told when a method is done, and a large one takes more than a second on a busy
 * machine.)
 *
 * <p>A client that is still being compiled spends several times as much CPU on a token, for half a
 * minute on one core: a level measured then measures the compiler.
 *
 * <p>For one thread at a time. A JVM that does not tell its compilers' time never rests.
 */
final class CompilerRest implements BooleanSupplier {
  private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();
  private static final double BUSY_FRACTION = 0.05;
  private static final int QUIET_WINDOWS = 3;

  private final LongSupplier nanoClock;
  private final LongSupplier compilerNanos;
  private long windowStartNanos;
  private long compiledNanos;
  private int quiet;

  CompilerRest(LongSupplier nanoClock, LongSupplier compilerNanos) {
    this.nanoClock = nanoClock;
    this.compilerNanos = compilerNanos;
    begin(nanoClock.getAsLong());
  }

  /** Watches the compilers of this JVM. */
  static CompilerRest ofThisJvm() {
    @Nullable CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    boolean told = compilers != null && compilers.isCompilationTimeMonitoringSupported();
    LongSupplier nanos =
        told
            ? () -> Duration.ofMillis(compilers.getTotalCompilationTime()).toNanos()
            : System::nanoTime;
    return new CompilerRest(System::nanoTime, nanos);
  }

  @Override
  public boolean getAsBoolean() {
    long now = nanoClock.getAsLong();
    if (quiet < QUIET_WINDOWS && now - windowStartNanos >= WINDOW_NANOS) {
      double busy = compilerNanos.getAsLong() - compiledNanos;
      quiet = busy < BUSY_FRACTION * (now - windowStartNanos) ? quiet + 1 : 0;
      begin(now);
    }
    return quiet >= QUIET_WINDOWS;
  }

  private void begin(long now) {
    windowStartNanos = now;
    compiledNanos = compilerNanos.getAsLong();
  }
}
