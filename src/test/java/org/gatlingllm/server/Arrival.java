package org.gatlingllm.server;

/**
 * A request as it reaches the engine in virtual time.
 *
 * @param atNanos when, counted from any common origin
 * @param prompt its prompt
 * @param outputTokens how many tokens it is answered with, at least 1
 */
public record Arrival(long atNanos, Prompt prompt, int outputTokens) {}
