package org.gatlingllm.gatling;

import java.util.random.RandomGenerator;

/**
 * Draws from the gamma distribution of scale 1 (Marsaglia and Tsang, A Simple Method for Generating
 * Gamma Variables, 2000).
 */
final class GammaDraw {
  private GammaDraw() {}

  /** A number of mean {@code shape}. Below 1, by a draw of {@code shape + 1} times u^(1/shape). */
  static double of(double shape, RandomGenerator random) {
    return shape < 1
        ? ofAtLeastOne(shape + 1, random) * Math.pow(1 - random.nextDouble(), 1 / shape)
        : ofAtLeastOne(shape, random);
  }

  private static double ofAtLeastOne(double shape, RandomGenerator random) {
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double root = 1 + c * x;
      double v = root * root * root;
      double u = 1 - random.nextDouble();
      if (v > 0 && Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
        return d * v;
      }
    }
  }
}
