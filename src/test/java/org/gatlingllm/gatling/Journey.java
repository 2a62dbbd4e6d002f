package org.gatlingllm.gatling;

import io.gatling.javaapi.core.exec.Executable;

/**
 * What a user does once an iteration.
 *
 * @param steps the chain
 * @param maxTokens the answer length that its requests ask for, or {@code TokenCounts.UNKNOWN}
 * @param exactLength whether every answer was asked to have that length
 * @param paced whether the chain pauses, so that concurrency is not held
 */
record Journey(Executable steps, int maxTokens, boolean exactLength, boolean paced) {
  Journey answers(int tokens, boolean exact) {
    return new Journey(steps, tokens, exact, paced);
  }

  Journey withPauses() {
    return new Journey(steps, maxTokens, exactLength, true);
  }
}
