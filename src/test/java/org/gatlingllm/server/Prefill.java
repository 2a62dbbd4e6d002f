package org.gatlingllm.server;

/**
 * What prompts cost the simulated engine.
 *
 * @param baseMicros µs that each prompt costs, however short
 * @param microsPerToken µs for each prompt token that is not in the prefix cache
 * @param chunkTokens most prompt tokens computed in one step beside the decoders; 0: prompts are
 *     not chunked
 * @param cached whether blocks of {@link Prompt#BLOCK_TOKENS} tokens that an earlier prompt began
 *     with are free
 */
public record Prefill(double baseMicros, double microsPerToken, int chunkTokens, boolean cached) {

  /**
   * Checks every component.
   *
   * @throws IllegalArgumentException when a component is out of its range
   */
  public Prefill {
    ServiceModel.requireTime("prefill base", baseMicros);
    ServiceModel.requireTime("prefill per token", microsPerToken);
    ServiceModel.require(chunkTokens >= 0, "prefill chunk", chunkTokens, "0 tokens or more");
  }

  /** Returns this cost with the prefix cache on or off. */
  public Prefill withCached(boolean cached) {
    return new Prefill(baseMicros, microsPerToken, chunkTokens, cached);
  }

  /** Returns this cost with prompts computed in chunks of so many tokens; 0: as a whole. */
  public Prefill withChunkTokens(int chunkTokens) {
    return new Prefill(baseMicros, microsPerToken, chunkTokens, cached);
  }

  boolean chunked() {
    return chunkTokens > 0;
  }

  double micros(int prompts, int uncachedTokens) {
    return baseMicros * prompts + microsPerToken * uncachedTokens;
  }
}
