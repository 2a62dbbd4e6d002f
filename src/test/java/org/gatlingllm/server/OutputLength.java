package org.gatlingllm.server;

import java.util.SplittableRandom;

/**
 * How many tokens an answer has, and whether the model ended it by itself.
 *
 * @param tokens at least 1
 * @param stop whether the model ended it before the limit
 */
record OutputLength(int tokens, boolean stop) {

  /**
   * Draws a length: after each token from the minimum on the model ends with the options'
   * probability (geometric, by inversion), unless the request ignores that.
   */
  static OutputLength draw(GenerationRequest request, ServerOptions options, long seed) {
    int limit = request.maxTokens() > 0 ? request.maxTokens() : options.defaultMaxTokens;
    double probability = options.eosProbability;
    if (request.ignoreEos() || probability == 0) {
      return new OutputLength(limit, false);
    }
    double uniform = 1 - new SplittableRandom(seed).nextDouble();
    double more = probability == 1 ? 0 : Math.log(uniform) / Math.log1p(-probability);
    double tokens = Math.max(1, request.minTokens()) + Math.floor(more);
    return tokens < limit ? new OutputLength((int) tokens, true) : new OutputLength(limit, false);
  }
}
