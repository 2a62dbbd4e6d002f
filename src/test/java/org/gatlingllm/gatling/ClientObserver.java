package org.gatlingllm.gatling;

import io.netty.channel.EventLoopGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.gatlingllm.metric.ClientHealth;

/** Watches the load generator itself, so that its trouble is not taken for the server's. */
final class ClientObserver {
  private static final int DIGITS = 3;

  private final LongSupplier nanoClock;
  private final List<Heartbeat> heartbeats = new ArrayList<>();
  private MachineClock last;

  ClientObserver(EventLoopGroup loops, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    loops.forEach(loop -> heartbeats.add(new Heartbeat(loop, nanoClock)));
    this.last = MachineClock.read(nanoClock.getAsLong());
  }

  /** What happened since the last call, or since the observer was made. */
  synchronized ClientHealth sinceLast() {
    Histogram lag = new Histogram(DIGITS);
    heartbeats.forEach(h -> lag.add(h.lagsSinceLast()));
    MachineClock now = MachineClock.read(nanoClock.getAsLong());
    ClientHealth health = between(last, now, lag);
    last = now;
    return health;
  }

  void stop() {
    heartbeats.forEach(Heartbeat::stop);
  }

  /** What two readings tell; a CPU share is NaN where either does not tell. */
  static ClientHealth between(MachineClock from, MachineClock to, Histogram lag) {
    double nanos = to.nanos() - from.nanos();
    boolean timed = from.processCpuNanos() >= 0 && to.processCpuNanos() >= 0;
    long cpu = timed ? to.processCpuNanos() - from.processCpuNanos() : 0;
    double ticks = to.machineTicks() - from.machineTicks();
    boolean told = from.machineTicks() >= 0 && to.machineTicks() >= 0 && ticks > 0;
    // threads that ended took their count with them
    long allocated = Math.max(0, to.allocatedBytes() - from.allocatedBytes());
    return new ClientHealth(
        lag.getValueAtPercentile(50),
        lag.getValueAtPercentile(99),
        lag.getMaxValue(),
        to.gcPauseNanos() - from.gcPauseNanos(),
        to.gcCount() - from.gcCount(),
        timed ? cpu / nanos / Runtime.getRuntime().availableProcessors() : Double.NaN,
        told ? (to.machineBusyTicks() - from.machineBusyTicks()) / ticks : Double.NaN,
        told ? (to.machineStealTicks() - from.machineStealTicks()) / ticks : Double.NaN,
        from.allocatedBytes() < 0 || to.allocatedBytes() < 0 ? Double.NaN : allocated / nanos * 1e9,
        cpu);
  }
}
