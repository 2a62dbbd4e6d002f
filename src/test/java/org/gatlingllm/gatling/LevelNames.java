package org.gatlingllm.gatling;

import java.util.List;

/** Names of levels. */
final class LevelNames {
  /** The level that warms the client alone, on a server of its own. */
  static final String CLIENT_WARM_UP = "client warm-up";

  private LevelNames() {}

  /** The load, with the prompt length where a run has several. */
  static String of(String load, int promptTokens, List<Integer> promptLengths) {
    return promptLengths.size() < 2 ? load : load + " p=" + promptTokens;
  }
}
