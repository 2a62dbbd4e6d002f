package org.gatlingllm.server;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The truth of one request while it comes to be. Written by its event loop (and the slot's time by
 * the engine's thread), read by anyone: every method holds the lock for a few instructions.
 */
final class Recording {

  static final long NEVER = Long.MIN_VALUE;

  /** Everything but the tokens. */
  static final class Facts implements Cloneable {
    final long ordinal;
    final long connection;
    final String path;
    final long receivedNanos;
    long slotNanos = NEVER;
    long headersNanos = NEVER;
    long endNanos = NEVER;
    int promptTokens;
    int cachedTokens;
    int outputTokens;
    int status;
    boolean complete;
    boolean leftByClient;
    @Nullable String fault;

    Facts(long ordinal, long connection, String path, long receivedNanos) {
      this.ordinal = ordinal;
      this.connection = connection;
      this.path = path;
      this.receivedNanos = receivedNanos;
    }

    Facts copy() {
      try {
        return (Facts) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private final Facts facts;
  private long[] sentNanos = {};
  private int sent;

  Recording(long ordinal, long connection, String path, long receivedNanos) {
    this.facts = new Facts(ordinal, connection, path, receivedNanos);
  }

  long ordinal() {
    return facts.ordinal;
  }

  long receivedNanos() {
    return facts.receivedNanos;
  }

  synchronized void planned(int promptTokens, int outputTokens) {
    facts.promptTokens = promptTokens;
    facts.outputTokens = outputTokens;
  }

  synchronized void fault(String name) {
    facts.fault = name;
  }

  synchronized void admitted(long atNanos, int cachedTokens) {
    facts.slotNanos = atNanos;
    facts.cachedTokens = cachedTokens;
  }

  synchronized void head(int status, long atNanos) {
    facts.status = status;
    facts.headersNanos = atNanos;
  }

  synchronized void sent(int tokens, long atNanos) {
    if (sent + tokens > sentNanos.length) {
      int room = Math.max(sent + tokens, Math.min(2 * sent, facts.outputTokens));
      sentNanos = Arrays.copyOf(sentNanos, Math.max(room, 16));
    }
    Arrays.fill(sentNanos, sent, sent + tokens, atNanos);
    sent += tokens;
  }

  /** Returns whether this was the first end; later ones change nothing. */
  synchronized boolean ended(boolean complete, boolean leftByClient, long atNanos) {
    if (facts.endNanos != NEVER) {
      return false;
    }
    facts.endNanos = atNanos;
    facts.complete = complete;
    facts.leftByClient = leftByClient;
    return true;
  }

  synchronized RequestTruth truth() {
    return new RequestTruth(facts.copy(), Arrays.copyOf(sentNanos, sent));
  }
}
