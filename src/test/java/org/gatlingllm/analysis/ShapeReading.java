package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.analysis.LoadCurve.Point;
import org.gatlingllm.metric.TokenTimings;

/**
 * What more users do to the server, from one closed level to the next: run side by side, share
 * batches, or queue.
 *
 * <p>Queueing: output stays (less than 10 % more), ITL stays, and TTFT grows by about what the
 * added users cost: each waits for one more completion, so added users ÷ request rate. Batching:
 * output grows and so does ITL. Side by side: output grows and ITL does not.
 */
final class ShapeReading implements Reading {
  static final String QUEUEING = "queueing";
  static final String BATCHING = "batching";
  static final String PARALLEL = "parallel";

  private static final double GAIN = 0.1;
  private static final double ITL_FLAT = 0.1;
  private static final double ITL_GROWS = 0.05;
  private static final double LEAST_OF_EXPECTED_WAIT = 0.5;
  private static final double MOST_OF_EXPECTED_WAIT = 2;

  private enum Step {
    QUEUEING,
    BATCHING,
    PARALLEL,
    OTHER
  }

  @Override
  public List<Finding> read(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    for (LoadCurve curve : evidence.curves()) {
      read(curve.closedByLoad(), evidence).forEach(f -> findings.add(curve.about(f)));
    }
    return findings;
  }

  private static List<Finding> read(List<Point> points, Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    int from = 0;
    while (from < points.size() - 1) {
      Step step = step(points.get(from), points.get(from + 1));
      int to = from + 1;
      while (to < points.size() - 1 && step(points.get(to), points.get(to + 1)) == step) {
        to++;
      }
      if (step != Step.OTHER) {
        findings.add(told(step, points.get(from), points.get(to), evidence));
      }
      from = to;
    }
    return findings;
  }

  private static Step step(Point low, Point high) {
    double gain = high.heldTokensPerSecond() / low.heldTokensPerSecond() - 1;
    double itl = high.itlP50Nanos() / low.itlP50Nanos() - 1;
    if (gain < GAIN) {
      return Math.abs(itl) < ITL_FLAT && Math.abs(gain) < GAIN && waits(low, high)
          ? Step.QUEUEING
          : Step.OTHER;
    }
    if (Double.isNaN(itl) || Double.isNaN(gain)) {
      return Step.OTHER;
    }
    return itl >= ITL_GROWS ? Step.BATCHING : Step.PARALLEL;
  }

  private static boolean waits(Point low, Point high) {
    double ratio = (high.ttftP50Nanos() - low.ttftP50Nanos()) / expectedWaitNanos(low, high);
    return ratio >= LEAST_OF_EXPECTED_WAIT && ratio <= MOST_OF_EXPECTED_WAIT;
  }

  /** Added users × the time between two completions. */
  private static double expectedWaitNanos(Point low, Point high) {
    return (high.load() - low.load()) / high.heldRequestsPerSecond() * 1e9;
  }

  private static Finding told(Step step, Point low, Point high, Evidence evidence) {
    return switch (step) {
      case QUEUEING -> queueing(low, high, evidence);
      case BATCHING -> batching(low, high);
      default -> parallel(low, high);
    };
  }

  private static Finding queueing(Point low, Point high, Evidence evidence) {
    int slots = runningAtOnce(evidence.records(high.level()));
    return Reading.note(
        QUEUEING,
        "Queueing from {} on: up to {} output stays at {} to {} tok/s and ITL p50 at {}, while TTFT"
            + " p50 grows from {} to {} ({} more users, {} between completions); {}, so the server"
            + " has about {}.",
        low.level(),
        high.level(),
        Words.number(Math.min(low.heldTokensPerSecond(), high.heldTokensPerSecond())),
        Words.number(Math.max(low.heldTokensPerSecond(), high.heldTokensPerSecond())),
        Words.time(high.itlP50Nanos()),
        Words.time(low.ttftP50Nanos()),
        Words.time(high.ttftP50Nanos()),
        Words.number(high.load() - low.load()),
        Words.seconds(1 / high.heldRequestsPerSecond()),
        slots == 1 ? "1 stream gets tokens at a time" : slots + " streams get tokens at once",
        Words.count(slots, "slot"));
  }

  private static Finding batching(Point low, Point high) {
    return Reading.note(
        BATCHING,
        "Batching from {} to {}: output grows from {} to {} tok/s (×{}) and ITL p50 from {} to {}:"
            + " users share steps, so the server does more in all and each user gets it slower"
            + " (TTFT p50 {} to {}).",
        low.level(),
        high.level(),
        Words.number(low.heldTokensPerSecond()),
        Words.number(high.heldTokensPerSecond()),
        Words.number(high.heldTokensPerSecond() / low.heldTokensPerSecond()),
        Words.time(low.itlP50Nanos()),
        Words.time(high.itlP50Nanos()),
        Words.time(low.ttftP50Nanos()),
        Words.time(high.ttftP50Nanos()));
  }

  private static Finding parallel(Point low, Point high) {
    return Reading.note(
        PARALLEL,
        "Side by side from {} to {}: output grows from {} to {} tok/s (×{}) and ITL p50 stays ({},"
            + " {}): the server has room for more users.",
        low.level(),
        high.level(),
        Words.number(low.heldTokensPerSecond()),
        Words.number(high.heldTokensPerSecond()),
        Words.number(high.heldTokensPerSecond() / low.heldTokensPerSecond()),
        Words.time(low.itlP50Nanos()),
        Words.time(high.itlP50Nanos()));
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
