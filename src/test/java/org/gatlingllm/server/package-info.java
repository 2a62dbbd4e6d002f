/**
 * A simulated LLM server: the truth that tests compare a client with, the default target and the
 * demo.
 *
 * <p>{@link org.gatlingllm.server.SimulatedLlmServer} answers the streaming protocols of real
 * servers over real sockets. When a token comes is decided by an engine that is told by a {@link
 * org.gatlingllm.server.ServiceModel}: slots that decode together, a first-come-first-served queue,
 * prefill, prefix cache. The engine has no clock and no thread of its own: {@link
 * org.gatlingllm.server.EngineModel} runs it in virtual time, the server in real time, and both
 * give the same token times.
 *
 * <p>Threads: one engine thread owns all scheduling state and waits for absolute deadlines; Netty's
 * event loops (never those of a client) own connections, encode and write; one thread writes the
 * truth file. The engine thread tells an event loop how many tokens are due by one counter a
 * request, so nothing is locked on the way. Times are {@link System#nanoTime()}, which is
 * CLOCK_MONOTONIC on Linux: another process on the machine can compare its own stamps with them.
 *
 * <p>This package knows no other package of the project, so encoder and decoder cannot share a
 * mistake.
 */
@NullMarked
package org.gatlingllm.server;

import org.jspecify.annotations.NullMarked;
