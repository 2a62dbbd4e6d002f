package org.gatlingllm.analysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;

/**
 * Open levels at which more comes in than goes out: streams in flight, and with them TTFT, grow
 * through the level.
 *
 * <p>A queue near full load wanders, and every queue fills up at first, so growth alone proves
 * nothing: the arrivals must also have been faster than what the closed levels show the server to
 * complete, or, where there were none, completions must have fallen far behind.
 */
final class SaturationReading implements Reading {
  private static final int FEWEST = 10;
  private static final int FEWEST_WITHOUT_PEAK = 20;
  private static final double SIGNIFICANCE = 0.01;
  private static final double BEYOND_PEAK = 1.02;
  private static final double BEHIND_WITHOUT_PEAK = 0.2;
  private static final double FAR_BEHIND = 0.5;
  private static final double BY_CHANCE = 0.1;
  private static final double RESIDENCES = 5;
  private static final double NANOS_A_MILLI = 1e6;

  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.curves().stream()
        .flatMap(
            curve ->
                curve.open().stream()
                    .map(point -> new Trend(evidence, point, curve.closedPeakRequestsPerSecond()))
                    .filter(Trend::saturated)
                    .map(trend -> curve.about(trend.told())))
        .toList();
  }

  /** Whether a level is saturated: for readings that should not draw on such a one. */
  static boolean saturated(Evidence evidence, LoadCurve curve, LoadCurve.Point point) {
    return new Trend(evidence, point, curve.closedPeakRequestsPerSecond()).saturated();
  }

  /** What became of the requests of a level, in the order in which they were sent. */
  private static final class Trend {
    private final LevelSummary level;
    private final List<RequestRecord> bySent;
    private final double closedPeak;
    private final double[] ttft;
    private final double[] inFlight;

    Trend(Evidence evidence, LoadCurve.Point point, double closedPeak) {
      this.level = evidence.level(point.level());
      this.closedPeak = closedPeak;
      this.bySent =
          evidence.records(point.level()).ended().stream()
              .sorted(Comparator.comparingLong((RequestRecord r) -> r.timings().sentNanos()))
              .toList();
      this.ttft =
          bySent.stream()
              .map(r -> Samples.of(Metric.TIME_TO_FIRST_TOKEN, r))
              .mapToDouble(samples -> samples.length == 0 ? Double.NaN : samples[0])
              .toArray();
      this.inFlight =
          Arrays.stream(InFlight.othersAtStart(InFlight.of(bySent))).asDoubleStream().toArray();
    }

    boolean saturated() {
      return bySent.size() >= FEWEST
          && growth(inFlight) > 0
          && (growth(ttft) > 0 || lasted())
          && overloaded();
    }

    private boolean overloaded() {
      if (lasted() && behind() >= FAR_BEHIND) {
        return true;
      }
      return Double.isNaN(closedPeak)
          ? bySent.size() >= FEWEST_WITHOUT_PEAK && behind() >= BEHIND_WITHOUT_PEAK
          : level.rates().scheduled() > BEYOND_PEAK * closedPeak;
    }

    /** Share of the requests that were still in flight when the last one came. */
    private double behind() {
      return (inFlight[inFlight.length - 1] + 1) / bySent.size();
    }

    /** Whether arrivals went on for so long that the first fill of the server is past. */
    private boolean lasted() {
      double best =
          bySent.stream()
              .mapToLong(r -> r.timings().closedNanos() - r.timings().sentNanos())
              .min()
              .orElse(Long.MAX_VALUE);
      return millis(bySent.size() - 1) * NANOS_A_MILLI >= RESIDENCES * best;
    }

    /**
     * How much the values grew over the level, by a straight line through them; 0 where the slope
     * may be noise (p ≥ 1 %) or is less than their mean over the level.
     */
    private double growth(double[] values) {
      SimpleRegression line = new SimpleRegression();
      for (int i = 0; i < values.length; i++) {
        if (!Double.isNaN(values[i])) {
          line.addData(millis(i), values[i]);
        }
      }
      double growth = line.getSlope() * millis(values.length - 1);
      double mean = Arrays.stream(values).filter(v -> !Double.isNaN(v)).average().orElse(0);
      boolean clear = line.getN() >= FEWEST && line.getSignificance() < SIGNIFICANCE;
      return clear && growth >= mean ? growth : 0;
    }

    private double millis(int i) {
      return (bySent.get(i).timings().sentNanos() - bySent.get(0).timings().sentNanos())
          / NANOS_A_MILLI;
    }

    /** A few random arrivals easily come faster than asked for. */
    private String drawn() {
      double offered = level.rates().offered();
      return level.rates().scheduled() > (1 + BY_CHANCE) * offered
          ? Words.say(" ({}/s asked for: chance drew them closer)", Words.number(offered))
          : "";
    }

    Finding told() {
      return Reading.warning(
          FindingKind.SATURATED,
          "{} saturates the server: requests came at {}/s{}{}, and when the last one came {} were in"
              + " flight{}; its latencies grow with the length of the level.",
          level.level().name(),
          Words.number(level.rates().scheduled()),
          drawn(),
          Double.isNaN(closedPeak)
              ? ""
              : ", it completes at most " + Words.number(closedPeak) + "/s",
          Words.number(inFlight[inFlight.length - 1] + 1),
          growth(ttft) > 0 ? ", TTFT growing by about " + Words.time(growth(ttft)) : "");
    }
  }
}
