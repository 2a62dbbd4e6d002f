/**
 * From a run to its numbers: windows, rates, Little's law, the curve and what it says.
 *
 * <p>Pure functions over {@link org.gatlingllm.metric.Run}: no files, no clock, no randomness but a
 * seed that comes in. Every formula is the one of the method's javadoc and nowhere else. Times are
 * nanoseconds; rates are per second; what cannot be computed is NaN, an empty optional or absent
 * from a map, never 0.
 */
@NullMarked
package org.gatlingllm.analysis;

import org.jspecify.annotations.NullMarked;
