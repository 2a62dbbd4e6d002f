/**
 * The plugin: DSL, streaming action, checks and load profiles. The only package that sees Gatling's
 * Scala core.
 *
 * <p><b>Why an action of our own.</b> Gatling's {@code sse(..)} stops its timer at the response
 * headers, stamps whole milliseconds after parsing, and re-posts a prompt when a stream breaks. The
 * {@link org.gatlingllm.gatling.StreamingAction} sends any request of Gatling's HTTP DSL through
 * Gatling's HTTP client and stamps each socket read itself.
 *
 * <p><b>Threads.</b> A request lives on the event loop of its virtual user: sending, reading,
 * checks and the call of the next action all run there. Shared state is what a {@link
 * org.gatlingllm.gatling.LevelRun} counts (atomics) and the {@link
 * org.gatlingllm.log.StreamLogWriter} behind {@link org.gatlingllm.gatling.LlmRun} (a queue).
 */
@NullMarked
package org.gatlingllm.gatling;

import org.jspecify.annotations.NullMarked;
