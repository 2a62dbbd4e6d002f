package org.gatlingllm.gatling;

import java.util.Locale;

/**
 * A rate of arrivals.
 *
 * @param name as in the level's name: {@code 0.35}, {@code 1..20} or {@code 90%}
 * @param fromPerSecond requests per second at the start, or NaN for a share
 * @param toPerSecond requests per second at the end, or NaN for a share
 * @param peakShare share of the steady request rate of the best closed level, or NaN
 */
record Rate(String name, double fromPerSecond, double toPerSecond, double peakShare) {
  private static final String TO = "..";

  /**
   * Reads {@code 0.35}, {@code 1..20} or {@code 90%}.
   *
   * @throws IllegalArgumentException for anything else, and for what is not positive
   */
  static Rate parse(String text) {
    if (text.endsWith("%")) {
      double percent = positive(text.substring(0, text.length() - 1), text);
      return new Rate(text, Double.NaN, Double.NaN, percent / 100);
    }
    int to = text.indexOf(TO);
    double from = positive(to < 0 ? text : text.substring(0, to), text);
    return new Rate(
        text, from, to < 0 ? from : positive(text.substring(to + TO.length()), text), Double.NaN);
  }

  private static double positive(String number, String text) {
    double value;
    try {
      value = Double.parseDouble(number.strip());
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "cannot use rate '"
              + text
              + "': expected requests per second as in 0.35, a ramp as in 1..20, or a share of the"
              + " closed peak as in 90%, above 0");
    }
    return value;
  }

  /** Mean rate in requests per second, or NaN for a share. */
  double mean() {
    return Ramp.mean(fromPerSecond, toPerSecond);
  }

  boolean ramps() {
    return fromPerSecond < toPerSecond || fromPerSecond > toPerSecond;
  }

  /** The process as reports name it. */
  String described(Arrivals.Pattern process) {
    String pattern = process.name().toLowerCase(Locale.ROOT);
    return ramps() ? pattern + " ramp" : pattern;
  }

  /**
   * This rate through a level.
   *
   * @param resolvedPerSecond the mean, which a share has learnt by now
   */
  Ramp ramp(double resolvedPerSecond, Budget budget) {
    if (!ramps()) {
      return Ramp.flat(resolvedPerSecond);
    }
    double seconds =
        budget.lasting().map(d -> d.toNanos() / 1e9).orElse(budget.requests() / mean());
    return new Ramp(fromPerSecond, toPerSecond, seconds);
  }
}
