/**
 * What is measured: the marks of one stream, the numbers made of them, and how many such numbers
 * are summed up.
 *
 * <p>Everything here is a value without knowledge of sockets, files or Gatling. Times are {@code
 * long} nanoseconds of one monotonic clock ({@link System#nanoTime}) whose zero means nothing; only
 * differences do. What was not measured is absent ({@link
 * org.gatlingllm.metric.TokenTimings#ABSENT}, {@link org.gatlingllm.metric.TokenCounts#UNKNOWN}, an
 * empty optional), never 0: an answer of one token has no inter-token latency, and a zero in its
 * place would meet every objective.
 *
 * <p>All types are immutable and may be shared between threads.
 */
@NullMarked
package org.gatlingllm.metric;

import org.jspecify.annotations.NullMarked;
