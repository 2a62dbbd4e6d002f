package org.gatlingllm.gatling;

import java.util.List;

/** Names of levels. */
final class LevelNames {
  private LevelNames() {}

  /** The load, with the prompt length where a run has several. */
  static String of(String load, int promptTokens, List<Integer> promptLengths) {
    return promptLengths.size() < 2 ? load : load + " p=" + promptTokens;
  }
}
