package org.gatlingllm.gatling;

import java.util.SplittableRandom;

/**
 * How far lengths vary around the one that was asked for: evenly between {@code length × (1 −
 * ratio)} and {@code length × (1 + ratio)}, as with vLLM's {@code --random-range-ratio}.
 *
 * <p>Seeded by the number of the request within its level: all levels of a run, and all runs of a
 * seed, ask for the same lengths.
 *
 * @param seed of the draws
 * @param ratio from 0, all are equal, to below 1
 */
record LengthRange(long seed, double ratio) {
  static final LengthRange NONE = new LengthRange(0, 0);

  LengthRange {
    if (!(ratio >= 0 && ratio < 1)) {
      throw new IllegalArgumentException(
          "the ratio of a length range must be at least 0 and below 1, found " + ratio);
    }
  }

  /** The length of a request, in tokens, at least 1. */
  int around(int length, int number) {
    if (ratio == 0) {
      return length;
    }
    int least = Math.max(1, (int) Math.floor(length * (1 - ratio)));
    int most = (int) Math.min(Math.ceil(length * (1 + ratio)), Integer.MAX_VALUE - 1.0);
    // the first draws of neighbouring seeds are independent: SplittableRandom mixes its seed
    return new SplittableRandom(seed + number).nextInt(least, most + 1);
  }
}
