package org.gatlingllm.server;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the server did for one request, as it knows it itself. Times are {@link System#nanoTime()}
 * of the server's process; on Linux that is CLOCK_MONOTONIC, the same for all processes of the
 * machine. Immutable.
 */
public final class RequestTruth {

  private final Recording.Facts facts;
  private final long[] sentNanos;

  RequestTruth(Recording.Facts facts, long[] sentNanos) {
    this.facts = facts;
    this.sentNanos = sentNanos;
  }

  /** Position among the server's generation requests, from 1, in the order they were fully read. */
  public long ordinal() {
    return facts.ordinal;
  }

  /** The connection it came on, from 1 in the order of connecting. */
  public long connection() {
    return facts.connection;
  }

  /** Path of the request. */
  public String path() {
    return facts.path;
  }

  /** When the request was fully read, before its body was parsed. */
  public long receivedNanos() {
    return facts.receivedNanos;
  }

  /** When a slot took it; absent when none did. */
  public OptionalLong slotNanos() {
    return present(facts.slotNanos);
  }

  /** Time in the queue: slot − received. Absent when no slot took it. */
  public OptionalLong queuedNanos() {
    return slotNanos().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(facts.slotNanos - facts.receivedNanos);
  }

  /** When the response's head was written; absent while it was not. */
  public OptionalLong headersNanos() {
    return present(facts.headersNanos);
  }

  /** Prompt tokens by {@link Prompt}'s rule; 0 for a refused request. */
  public int promptTokens() {
    return facts.promptTokens;
  }

  /** Prompt tokens that the prefix cache had. */
  public int cachedTokens() {
    return facts.cachedTokens;
  }

  /** Output tokens that the engine was to make; 0 for a refused request. */
  public int outputTokens() {
    return facts.outputTokens;
  }

  /** Output tokens written so far. */
  public int sentTokens() {
    return sentNanos.length;
  }

  /** When token {@code index}, counted from 0, went to the socket: just before the write. */
  public long sentNanos(int index) {
    return sentNanos[index];
  }

  /** When the response ended, well or not; absent while it is open. */
  public OptionalLong endNanos() {
    return present(facts.endNanos);
  }

  /** HTTP status of the response; 0 while nothing was written. */
  public int status() {
    return facts.status;
  }

  /** Whether the response was written to its proper end, end mark included. */
  public boolean complete() {
    return facts.complete;
  }

  /** Whether the client closed the connection before the response ended. */
  public boolean leftByClient() {
    return facts.leftByClient;
  }

  /** What was done to the response on purpose, as {@link Fault} names it. */
  public Optional<String> fault() {
    return Optional.ofNullable(facts.fault);
  }

  private static OptionalLong present(long nanos) {
    return nanos == Recording.NEVER ? OptionalLong.empty() : OptionalLong.of(nanos);
  }
}
