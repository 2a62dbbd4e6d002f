package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.gatlingllm.analysis.Window;

/**
 * A rate over windows of time, and how sure it is.
 *
 * <p>Each window is cut into ten slices of equal length; the slices' rates give the spread (batch
 * means; Law, Simulation Modeling and Analysis, 9.5). Ramp and drain make slices differ too, so the
 * interval is rather too wide than too narrow.
 *
 * @param value all that happened ÷ all seconds
 * @param low lower bound of the two-sided 90 % interval, at least 0
 * @param high upper bound
 */
record RateEstimate(double value, double low, double high) {
  private static final int SLICES = 10;
  private static final double ONE_SIDED = 0.95;

  /**
   * What happened in a window.
   *
   * @param window when
   * @param events instants in nanoseconds, those outside of the window are ignored, and what each
   *     counts
   */
  record Happened(Window window, List<double[]> events) {}

  /** Returns the rate; NaN where no window has a length. */
  static RateEstimate of(List<Happened> windows) {
    List<Happened> lasting = windows.stream().filter(h -> h.window().seconds() > 0).toList();
    double seconds = lasting.stream().mapToDouble(h -> h.window().seconds()).sum();
    List<Double> rates = new ArrayList<>();
    double all = 0;
    for (Happened happened : lasting) {
      for (double count : slices(happened)) {
        all += count;
        rates.add(count * SLICES / happened.window().seconds());
      }
    }
    return rates.isEmpty()
        ? new RateEstimate(Double.NaN, Double.NaN, Double.NaN)
        : around(all / seconds, rates);
  }

  private static RateEstimate around(double value, List<Double> rates) {
    SummaryStatistics spread = new SummaryStatistics();
    rates.forEach(spread::addValue);
    double t = new TDistribution(null, rates.size() - 1.0).inverseCumulativeProbability(ONE_SIDED);
    double width = t * spread.getStandardDeviation() / Math.sqrt(rates.size());
    return new RateEstimate(value, Math.max(0, value - width), value + width);
  }

  private static double[] slices(Happened happened) {
    double[] counts = new double[SLICES];
    Window window = happened.window();
    double each = (double) (window.endNanos() - window.startNanos()) / SLICES;
    for (double[] event : happened.events()) {
      if (event[0] >= window.startNanos() && event[0] <= window.endNanos()) {
        counts[(int) Math.min(SLICES - 1.0, (event[0] - window.startNanos()) / each)] += event[1];
      }
    }
    return counts;
  }
}
