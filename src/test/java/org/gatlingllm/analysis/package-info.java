/**
 * From a run to its numbers: windows, rates, Little's law, the curve and what it says.
 *
 * <p>Pure functions over {@link org.gatlingllm.metric.Run}: no files, no clock, no randomness but a
 * seed that comes in. Every formula is the one of the method's javadoc and nowhere else. Times are
 * nanoseconds; rates are per second; what cannot be computed is NaN, an empty optional or absent
 * from a map, never 0.
 *
 * <p>{@link org.gatlingllm.analysis.Analysis#of} is the way in. A level's numbers are judged first
 * ({@code Suspicion}), then all levels are read together: each {@code Reading} says one kind of
 * thing, in sentences with their evidence, and nothing where the run does not show it. Thresholds
 * stand as constants in the class that uses them.
 */
@NullMarked
package org.gatlingllm.analysis;

import org.jspecify.annotations.NullMarked;
