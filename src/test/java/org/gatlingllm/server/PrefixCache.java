package org.gatlingllm.server;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which beginnings of prompts the engine has already computed, in blocks of {@link
 * Prompt#BLOCK_TOKENS} tokens, the least recently used leaving first. Owned by the engine's thread.
 */
final class PrefixCache {

  private final Map<Long, Boolean> computed;

  PrefixCache(int capacityBlocks) {
    this.computed =
        new LinkedHashMap<>(64, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > capacityBlocks;
          }
        };
  }

  /**
   * Returns how many of the prompt's first tokens need no computing: whole blocks, and never the
   * last token, since its computation gives the first output token.
   */
  int cachedTokens(Prompt prompt) {
    int hits = 0;
    while (hits < prompt.blocks() && computed.get(prompt.block(hits)) != null) {
      hits++;
    }
    int tokens = hits * Prompt.BLOCK_TOKENS;
    return tokens < prompt.tokens() ? tokens : tokens - Prompt.BLOCK_TOKENS;
  }

  /** Keeps a prompt that has been computed. */
  void keep(Prompt prompt) {
    for (int i = 0; i < prompt.blocks(); i++) {
      computed.put(prompt.block(i), Boolean.TRUE);
    }
  }
}
