package org.gatlingllm.stream;

import org.gatlingllm.metric.TokenCounts;

/**
 * Token counts that a stream tells. They are running totals: the last one that was told wins,
 * nothing is summed. One that is not known changes nothing.
 */
final class ToldCounts {
  private boolean usageTold;
  private int output = TokenCounts.UNKNOWN;
  private int prompt = TokenCounts.UNKNOWN;
  private int cached = TokenCounts.UNKNOWN;
  private int reasoningTokens = TokenCounts.UNKNOWN;
  private int uncached = TokenCounts.UNKNOWN;
  private int newlyCached;

  void output(int count) {
    output = known(count, output);
  }

  void prompt(int count) {
    prompt = known(count, prompt);
  }

  void cached(int count) {
    cached = known(count, cached);
  }

  /** Prompt tokens that were neither read from the cache nor put into it, where told apart. */
  void uncached(int count) {
    uncached = known(count, uncached);
  }

  /** Prompt tokens that were put into the cache, where told apart. */
  void newlyCached(int count) {
    newlyCached = known(count, newlyCached);
  }

  void reasoningTokens(int count) {
    reasoningTokens = known(count, reasoningTokens);
  }

  private static int known(int count, int before) {
    return count == TokenCounts.UNKNOWN ? before : count;
  }

  /** A usage object told counts: those that stand elsewhere no longer matter. */
  void usage() {
    usageTold = true;
  }

  boolean usageTold() {
    return usageTold;
  }

  /** What was told, but for zeros beside tokens: some proxies fill them in, and tell nothing. */
  TokenCounts of(int events, boolean reasoningStreamed, boolean running) {
    boolean filled = output == 0 && events > 0;
    int told = promptTokens();
    return new TokenCounts(
        filled ? TokenCounts.UNKNOWN : output,
        filled && told == 0 ? TokenCounts.UNKNOWN : told,
        cached,
        reasoningTokens,
        events,
        reasoningStreamed,
        running);
  }

  private int promptTokens() {
    if (uncached == TokenCounts.UNKNOWN) {
      return prompt;
    }
    return (int) Math.min(Integer.MAX_VALUE, (long) uncached + newlyCached + Math.max(0, cached));
  }
}
