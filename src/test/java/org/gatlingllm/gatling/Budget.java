package org.gatlingllm.gatling;

import java.time.Duration;
import java.util.Optional;

/**
 * When a level ends.
 *
 * @param requests iterations of all users together; no meaning where {@code lasting} is present
 * @param lasting how long new iterations are begun, in place of a count
 */
record Budget(int requests, Optional<Duration> lasting) {
  static Budget requests(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("requests must be at least 1, found " + count);
    }
    return new Budget(count, Optional.empty());
  }

  static Budget lasting(Duration duration) {
    if (duration.isZero() || duration.isNegative()) {
      throw new IllegalArgumentException("a level must last longer than 0, found " + duration);
    }
    return new Budget(0, Optional.of(duration));
  }
}
