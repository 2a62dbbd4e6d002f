package org.gatlingllm.analysis;

/**
 * Streams in flight in the steady span.
 *
 * @param mean time-average, or NaN
 * @param peak most at one instant, over the whole level
 */
public record HeldConcurrency(double mean, int peak) {}
