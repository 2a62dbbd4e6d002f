/**
 * What the engine under test tells of itself: its own Prometheus metrics, read while the load goes
 * on, so that requests in flight as the client sees them and running and waiting as the engine
 * counts them stand side by side.
 *
 * <p><b>Why a parser of our own.</b> Prometheus' Java libraries write its text format and do not
 * read it. Of that format three numbers are wanted, so what is here reads sample lines and nothing
 * else, and passes over every line that it cannot read.
 *
 * <p><b>Threads.</b> One daemon thread of its own asks and hands on, with the JDK's HTTP client:
 * nothing happens on an event loop of the load, nothing fails it, and an engine that does not
 * answer costs readings only.
 */
@NullMarked
package org.gatlingllm.engine;

import org.jspecify.annotations.NullMarked;
