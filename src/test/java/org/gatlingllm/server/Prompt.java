package org.gatlingllm.server;

import java.util.Arrays;

/**
 * A prompt as the engine sees it: its length, and which beginnings it shares with others.
 *
 * <p>The tokenizer is a stated simple rule: each word, a run of characters without white space, is
 * one token, and a prompt has at least one. Immutable.
 */
public final class Prompt {

  /** Tokens of one block of the prefix cache. */
  public static final int BLOCK_TOKENS = 16;

  private final int tokens;
  private final long[] blocks;

  private Prompt(int tokens, long[] blocks) {
    this.tokens = tokens;
    this.blocks = blocks;
  }

  /**
   * A prompt of so many tokens that shares nothing with any other.
   *
   * @throws IllegalArgumentException when there is less than one token
   */
  public static Prompt unique(int tokens) {
    requireTokens(tokens);
    return new Prompt(tokens, new long[0]);
  }

  /**
   * A prompt of so many tokens that is the same as every other of that identity and length, and
   * shares its beginning with those of that identity and another length.
   *
   * @throws IllegalArgumentException when there is less than one token
   */
  public static Prompt repeated(int tokens, long identity) {
    requireTokens(tokens);
    long[] blocks = new long[tokens / BLOCK_TOKENS];
    long hash = identity;
    for (int i = 0; i < blocks.length; i++) {
      hash = mix(hash, i);
      blocks[i] = hash;
    }
    return new Prompt(tokens, blocks);
  }

  /** The prompt of a text: one token a word. */
  public static Prompt of(String text) {
    long[] blocks = new long[text.length() / 2 / BLOCK_TOKENS + 1];
    int tokens = 0;
    int full = 0;
    long hash = 0;
    int at = skip(text, 0, true);
    while (at < text.length()) {
      int end = skip(text, at, false);
      hash = mix(hash, hashOf(text, at, end));
      if (++tokens % BLOCK_TOKENS == 0) {
        blocks[full++] = hash;
      }
      at = skip(text, end, true);
    }
    return new Prompt(Math.max(1, tokens), Arrays.copyOf(blocks, full));
  }

  /** Number of tokens. */
  public int tokens() {
    return tokens;
  }

  /** Number of full blocks. */
  int blocks() {
    return blocks.length;
  }

  /** Hash of everything up to the end of that block. */
  long block(int index) {
    return blocks[index];
  }

  private static int skip(String text, int from, boolean whiteSpace) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at)) == whiteSpace) {
      at++;
    }
    return at;
  }

  private static long hashOf(String text, int from, int to) {
    long hash = 1;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash;
  }

  // The finishing steps of splitmix64: neighbours end up far apart.
  private static long mix(long hash, long value) {
    long z = hash * 0x9E3779B97F4A7C15L + value + 1;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static void requireTokens(int tokens) {
    if (tokens < 1) {
      throw new IllegalArgumentException("prompt: expected at least 1 token, found " + tokens);
    }
  }
}
