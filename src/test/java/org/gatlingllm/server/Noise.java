package org.gatlingllm.server;

import java.util.SplittableRandom;

/**
 * Noise on the time of each iteration of the simulated engine: log-normal with mean 1 (σ² = ln(1 +
 * cv²), µ = −σ²/2), and a share of slow iterations.
 *
 * @param cv coefficient of variation of the log-normal; 0: none
 * @param slowFraction share of the iterations, 0–1, that are slow
 * @param slowFactor how many times longer a slow iteration is, at least 1
 */
public record Noise(double cv, double slowFraction, double slowFactor) {

  /** Every iteration takes just its time. */
  public static final Noise NONE = new Noise(0, 0, 1);

  /**
   * Checks every component.
   *
   * @throws IllegalArgumentException when a component is out of its range
   */
  public Noise {
    ServiceModel.require(cv >= 0 && cv <= 10, "coefficient of variation", cv, "0 to 10");
    ServiceModel.require(
        slowFraction >= 0 && slowFraction <= 1, "share of slow steps", slowFraction, "0 to 1");
    ServiceModel.require(slowFactor >= 1, "factor of slow steps", slowFactor, "at least 1");
  }

  /** Draws the time of an iteration that has so much work. */
  long on(long workNanos, SplittableRandom random) {
    double factor = 1;
    if (cv > 0) {
      double sigma = Math.sqrt(Math.log1p(cv * cv));
      factor = Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
    }
    if (slowFraction > 0 && random.nextDouble() < slowFraction) {
      factor *= slowFactor;
    }
    return factor == 1 ? workNanos : Math.round(workNanos * factor);
  }
}
