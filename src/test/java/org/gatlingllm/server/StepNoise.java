package org.gatlingllm.server;

import java.util.SplittableRandom;

/**
 * Seeded noise on the length of the engine's iterations: log-normal with mean 1 and the model's
 * coefficient of variation (σ² = ln(1 + CV²), µ = −σ²/2), and a share of slow iterations.
 */
final class StepNoise {

  private final SplittableRandom random;
  private final double sigma;
  private final double slowFraction;
  private final double slowFactor;

  StepNoise(ServiceModel model, long seed) {
    this.random = new SplittableRandom(seed);
    this.sigma = Math.sqrt(Math.log1p(model.stepJitterCv() * model.stepJitterCv()));
    this.slowFraction = model.slowStepFraction();
    this.slowFactor = model.slowStepFactor();
  }

  long on(long workNanos) {
    double factor = 1;
    if (sigma > 0) {
      factor = Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
    }
    if (slowFraction > 0 && random.nextDouble() < slowFraction) {
      factor *= slowFactor;
    }
    return factor == 1 ? workNanos : Math.round(workNanos * factor);
  }
}
