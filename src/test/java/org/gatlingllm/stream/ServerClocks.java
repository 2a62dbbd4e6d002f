package org.gatlingllm.stream;

import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenTimings;

/** The times that a stream tells of its server. What is told last wins; NaN leaves it as it was. */
final class ServerClocks {
  static final double SECOND = 1e9;
  static final double MILLISECOND = 1e6;
  static final double NANOSECOND = 1;

  private long queueNanos = TokenTimings.ABSENT;
  private long loadNanos = TokenTimings.ABSENT;
  private long prefillNanos = TokenTimings.ABSENT;
  private long decodeNanos = TokenTimings.ABSENT;

  /** Waiting before the work began. */
  void queue(double value, double unit) {
    queueNanos = nanos(value, unit, queueNanos);
  }

  /** Loading the model. */
  void load(double value, double unit) {
    loadNanos = nanos(value, unit, loadNanos);
  }

  /** Reading the prompt. */
  void prefill(double value, double unit) {
    prefillNanos = nanos(value, unit, prefillNanos);
  }

  /** Generating. */
  void decode(double value, double unit) {
    decodeNanos = nanos(value, unit, decodeNanos);
  }

  ServerTimings timings() {
    return new ServerTimings(queueNanos, loadNanos, prefillNanos, decodeNanos);
  }

  private static long nanos(double value, double unit, long before) {
    return value >= 0 ? Math.round(value * unit) : before;
  }
}
