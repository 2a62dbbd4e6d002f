package org.gatlingllm.analysis;

import java.util.List;
import java.util.Optional;
import org.gatlingllm.analysis.LoadCurve.Point;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/** Two closed levels of one curve, and what lies between them. */
final class LoadStep {
  /** What more users do. */
  enum Kind {
    QUEUEING,
    BATCHING,
    BOTH,
    PARALLEL,
    OTHER
  }

  private static final double GAIN = 0.1;

  /** Where no more streams run at once, this much more output is still noise. */
  private static final double NOISE = 0.2;

  private static final double ITL_FLAT = 0.2;
  private static final double ITL_GROWS = 0.05;
  private static final double WAIT_LEAST = 0.5;
  private static final double WAIT_MOST = 2;

  private final Point low;
  private final Point high;
  private final @Nullable EngineUse engine;
  private final int runningLow;
  private final int runningHigh;

  LoadStep(Point low, Point high, Evidence evidence) {
    this.low = low;
    this.high = high;
    this.engine = evidence.level(high.level()).engine();
    this.runningLow = runningAtOnce(evidence.records(low.level()));
    this.runningHigh = runningAtOnce(evidence.records(high.level()));
  }

  static Kind kind(Point low, Point high, Evidence evidence) {
    return new LoadStep(low, high, evidence).kind();
  }

  private Kind kind() {
    double gain = high.heldTokensPerSecond() / low.heldTokensPerSecond() - 1;
    double itl = high.itlP50Nanos() / low.itlP50Nanos() - 1;
    double wait = (high.ttftP50Nanos() - low.ttftP50Nanos()) / expectedWaitNanos();
    boolean more = runningHigh > runningLow;
    if (Math.abs(gain) < (more ? GAIN : NOISE)) {
      boolean waits = wait >= WAIT_LEAST && wait <= WAIT_MOST;
      return Math.abs(itl) < ITL_FLAT && waits ? Kind.QUEUEING : Kind.OTHER;
    }
    if (!more || !(gain >= GAIN) || Double.isNaN(itl)) {
      return Kind.OTHER;
    }
    if (wait >= WAIT_LEAST) {
      return Kind.BOTH;
    }
    return itl >= ITL_GROWS ? Kind.BATCHING : Kind.PARALLEL;
  }

  /** Added users × the time between two completions. */
  private double expectedWaitNanos() {
    return (high.load() - low.load()) / high.heldRequestsPerSecond() * 1e9;
  }

  /** The step in words, as one of the given kind. */
  Optional<Finding> told(Kind kind) {
    return switch (kind) {
      case QUEUEING -> Optional.of(queueing());
      case BATCHING -> Optional.of(batching());
      case BOTH -> Optional.of(both());
      case PARALLEL -> Optional.of(parallel());
      case OTHER -> Optional.empty();
    };
  }

  private Finding queueing() {
    return Reading.note(
        FindingKind.QUEUEING,
        "Queueing from {} on: up to {} output stays ({}, {} tok/s) and ITL p50 stays ({}, {}), while"
            + " TTFT p50 grows from {} to {} ({} more users, {} between completions); {}.",
        low.level(),
        high.level(),
        Words.number(low.heldTokensPerSecond()),
        Words.number(high.heldTokensPerSecond()),
        Words.time(low.itlP50Nanos()),
        Words.time(high.itlP50Nanos()),
        Words.time(low.ttftP50Nanos()),
        Words.time(high.ttftP50Nanos()),
        Words.number(high.load() - low.load()),
        Words.seconds(1 / high.heldRequestsPerSecond()),
        slots());
  }

  private Finding batching() {
    return Reading.note(
        FindingKind.BATCHING,
        "Batching from {} to {}: {} and ITL p50 from {} to {}: users share steps, so the server"
            + " does more in all and each user gets it slower (TTFT p50 {} to {}).",
        low.level(),
        high.level(),
        growth(),
        Words.time(low.itlP50Nanos()),
        Words.time(high.itlP50Nanos()),
        Words.time(low.ttftP50Nanos()),
        Words.time(high.ttftP50Nanos()));
  }

  private Finding both() {
    return Reading.note(
        FindingKind.BATCHING_AND_QUEUEING,
        "Batching and queueing from {} to {}: {} and ITL p50 from {} to {}, but TTFT p50 grows from"
            + " {} to {}, so not all run at once: {}.",
        low.level(),
        high.level(),
        growth(),
        Words.time(low.itlP50Nanos()),
        Words.time(high.itlP50Nanos()),
        Words.time(low.ttftP50Nanos()),
        Words.time(high.ttftP50Nanos()),
        slots());
  }

  private Finding parallel() {
    return Reading.note(
        FindingKind.PARALLEL,
        "Side by side from {} to {}: {} and ITL p50 stays ({}, {}): the server has room for more"
            + " users.",
        low.level(),
        high.level(),
        growth(),
        Words.time(low.itlP50Nanos()),
        Words.time(high.itlP50Nanos()));
  }

  private String growth() {
    return Words.say(
        "output grows from {} to {} tok/s (×{})",
        Words.number(low.heldTokensPerSecond()),
        Words.number(high.heldTokensPerSecond()),
        Words.number(high.heldTokensPerSecond() / low.heldTokensPerSecond()));
  }

  private String slots() {
    String slots =
        runningHigh == 1
            ? "1 stream gets tokens at a time, so the server has about 1 slot"
            : Words.say(
                "{} streams get tokens at once, so the server has about {} slots",
                runningHigh,
                runningHigh);
    return slots + engineSays();
  }

  /** The engine's own counts, where it tells both. */
  private String engineSays() {
    double running = engineMost(EngineGauge.RUNNING);
    double waiting = engineMost(EngineGauge.WAITING);
    return Double.isNaN(running + waiting)
        ? ""
        : Words.say(
            ", and itself says up to {} running and {} waiting at {}",
            Words.number(running),
            Words.number(waiting),
            high.level());
  }

  private double engineMost(EngineGauge gauge) {
    return engine == null
        ? Double.NaN
        : engine.gauge(gauge).map(EngineUse.Gauge::max).orElse(Double.NaN);
  }

  /** How many streams were between their first and last token at once, but for rare instants. */
  private static int runningAtOnce(LevelRecords records) {
    List<Window> decoding =
        records.ended().stream()
            .map(r -> r.timings())
            .filter(t -> t.firstTokenNanos() != TokenTimings.ABSENT)
            .map(t -> new Window(t.firstTokenNanos(), t.lastTokenNanos()))
            .toList();
    return InFlight.usual(decoding, records.window());
  }
}
