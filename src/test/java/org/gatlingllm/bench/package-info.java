/**
 * Benches that a person runs: what the client costs and how wrong it measures, each printed beside
 * a bare client that met the same server in the same run.
 *
 * <p>One Maven command each; {@code -Dbench.…} sets what {@link org.gatlingllm.bench.BenchSettings}
 * names. Server and clients are processes of their own, so that none borrows another's event loops,
 * compiler or garbage collector. All stamps are {@code System.nanoTime()}, which is one clock for
 * all processes of a machine (CLOCK_MONOTONIC on Linux). No test runs these: their figures need a
 * quiet machine.
 */
@NullMarked
package org.gatlingllm.bench;

import org.jspecify.annotations.NullMarked;
