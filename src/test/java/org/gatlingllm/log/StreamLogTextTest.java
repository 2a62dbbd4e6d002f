package org.gatlingllm.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamLogTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "é", "漢", "\uD83D\uDE00", "a\uD83D\uDE00", "ab漢", "\uD83D!"})
  void longSampleIsCutToAKilobyteBetweenTwoCharacters(String unit) {
    String text = unit.repeat(10_240 / unit.length());
    String sample = StreamLogText.sample(text);
    int bytes = StreamLogText.unicode(sample).getBytes(UTF_8).length;
    assertThat(text).startsWith(sample);
    assertThat(bytes).isBetween(1024 - 3, 1024);
    assertThat(
            Character.isSurrogatePair(
                sample.charAt(sample.length() - 1), text.charAt(sample.length())))
        .isFalse();
  }

  @Test
  void shortSampleStaysWhole() {
    String text = "é".repeat(512);
    assertThat(StreamLogText.sample(text)).isSameAs(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apiKey",
        "llm.apiKey",
        "LLM_API_KEY",
        "x-api-key",
        "Authorization",
        "proxy-authorization",
        "llm.password",
        "clientSecret",
        "llm.token",
        "token",
        "accessToken",
        "hf_token",
        "Cookie",
        "llm.key",
        "AWS_SECRET_ACCESS_KEY",
        "credentials.file",
        "llm.auth.token"
      })
  void valueOfASecretIsNotWritten(String key) {
    assertThat(StreamLogText.setting(key, "hunter2")).isEqualTo("***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "llm.maxTokens", "llm.prompt.tokens", "llm.server.prefillMicrosPerToken", "llm.cacheBust",
        "llm.slo.time_to_first_token", "llm.slo.inter_token_latency.p95", "llm.seed", "keyword",
        "time_per_output_token", "llm.keys", ""
      })
  void valueThatIsNoSecretIsWritten(String key) {
    assertThat(StreamLogText.setting(key, "64")).isEqualTo("64");
  }

  @Test
  void credentialsInsideAValueAreNotWritten() {
    assertThat(StreamLogText.setting("llm.proxy", "http://me:pw@host:1/x@y"))
        .isEqualTo("http://***@host:1/x@y");
    assertThat(StreamLogText.setting("llm.header", "basic dXNlcg==")).isEqualTo("basic ***");
    assertThat(StreamLogText.setting("llm.url", "http://h/?a=1&api_key=s3#k"))
        .isEqualTo("http://h/?a=1&api_key=***#k");
  }
}
