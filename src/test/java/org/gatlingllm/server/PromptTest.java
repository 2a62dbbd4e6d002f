package org.gatlingllm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PromptTest {

  @Test
  void eachWordIsOneToken() {
    assertThat(Prompt.of("one  two\nthree\t").tokens()).isEqualTo(3);
    assertThat(Prompt.of("Zürich 東京 🚲").tokens()).isEqualTo(3);
    assertThat(Prompt.of("x ".repeat(1_000)).tokens()).isEqualTo(1_000);
  }

  @Test
  void anEmptyTextIsStillOneToken() {
    assertThat(Prompt.of(" ").tokens()).isEqualTo(1);
  }

  @Test
  void cacheKnowsWholeBlocksOfACommonBeginningOnly() {
    PrefixCache cache = new PrefixCache(100);
    String shared = "word ".repeat(40);
    cache.keep(Prompt.of(shared + "first"));

    assertThat(cache.cachedTokens(Prompt.of(shared + "second one"))).isEqualTo(32);
    assertThat(cache.cachedTokens(Prompt.of("nonce " + shared))).isZero();
  }

  @Test
  void lastTokenIsAlwaysComputed() {
    PrefixCache cache = new PrefixCache(100);
    Prompt prompt = Prompt.of("word ".repeat(32));
    cache.keep(prompt);

    assertThat(cache.cachedTokens(prompt)).isEqualTo(16);
  }

  @Test
  void leastRecentlyUsedBlocksLeaveTheCache() {
    PrefixCache cache = new PrefixCache(2);
    cache.keep(Prompt.repeated(32, 1));
    cache.keep(Prompt.repeated(32, 2));

    assertThat(cache.cachedTokens(Prompt.repeated(33, 1))).isZero();
    assertThat(cache.cachedTokens(Prompt.repeated(33, 2))).isEqualTo(32);
  }

  @Test
  void promptOfNoTokensIsRefused() {
    assertThatThrownBy(() -> Prompt.unique(0)).hasMessageContaining("at least 1 token, found 0");
  }
}
