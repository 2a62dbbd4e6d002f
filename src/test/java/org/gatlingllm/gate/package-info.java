/**
 * Whether a run is good enough: objectives (SLOs), baselines and what became of the numbers since.
 *
 * <p><b>Three answers, not two.</b> A gate says met or missed only where the sample supports it;
 * what cannot be judged is inconclusive, which is not a pass. Every limit is judged, never only the
 * first that fails.
 *
 * <p><b>How a limit is judged.</b> All tests are one-sided at 5 %. A quantile limit is a statement
 * on the share of requests beyond it, judged by the exact binomial test ({@link
 * org.gatlingllm.gate.BinomialShare}); gaps between tokens depend on each other within a request,
 * so their shares are judged by a bootstrap over requests; rates by the spread of equal slices of
 * their window.
 *
 * <p><b>How a regression is judged.</b> By a seeded bootstrap of blocks of requests that were in
 * flight together, against a noise threshold, with a correction for many comparisons ({@code
 * org.gatlingllm.gate.RegressionGate}).
 *
 * <p>Pure functions but for the readers and writers of files. Everything is immutable and may be
 * shared between threads. Times are nanoseconds; shares are 0 to 1; a number that does not exist is
 * NaN.
 */
@NullMarked
package org.gatlingllm.gate;

import org.jspecify.annotations.NullMarked;
