package org.gatlingllm.gatling;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names of levels. */
final class LevelNames {
  /** The level that warms the client alone, on a server of its own. */
  static final String CLIENT_WARM_UP = "client warm-up";

  private LevelNames() {}

  /** The load, with the prompt length where a run has several. */
  static String of(String load, int promptTokens, List<Integer> promptLengths) {
    return promptLengths.size() < 2 ? load : load + " p=" + promptTokens;
  }

  /**
   * The name of one repeat on one server: {@code c=8 #2 @b}. {@code gate} groups repeats by it.
   *
   * @param repeat from 1, or 0 where it is not told
   * @param target of two servers, or null
   */
  static String placed(String name, int repeat, @Nullable String target) {
    return name + (repeat > 0 ? " #" + repeat : "") + (target == null ? "" : " @" + target);
  }
}
