package org.gatlingllm.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apiKey",
        "llm.apiKey",
        "LLM_API_KEY",
        "x-api-key",
        "Ocp-Apim-Subscription-Key",
        "Authorization",
        "proxy-authorization",
        "llm.password",
        "DB_PWD",
        "clientSecret",
        "llm.token",
        "token",
        "accessToken",
        "X-Amz-Security-Token",
        "X-Amz-Signature",
        "sig",
        "hf_token",
        "Cookie",
        "llm.key",
        "AWS_SECRET_ACCESS_KEY",
        "credentials.file",
        "llm.auth.token"
      })
  void nameAnnouncesASecret(String name) {
    assertThat(Secrets.named(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "llm.maxTokens", "llm.prompt.tokens", "llm.server.prefillMicrosPerToken", "llm.cacheBust",
        "llm.slo.time_to_first_token", "llm.slo.inter_token_latency.p95", "llm.seed", "keyword",
        "time_per_output_token", "llm.keys", ""
      })
  void nameAnnouncesNone(String name) {
    assertThat(Secrets.named(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "http://me:pw@host:1/x@y, http://***@host:1/x@y",
    "http://me@host/, http://***@host/",
    "http://me:p@w@host/, http://***@host/",
    "http://me:p/w@host:80, http://***@host:80",
    "http://me:p#w?@host, http://***@host",
    "'\"http://me:p/w@host\"', '\"http://***@host\"'",
    "me:pw@host:8000/v1, ***@host:8000/v1",
    "'see https://a:b@c, http://d:e@f', 'see https://***@c, http://***@f'",
    "http://h/?a=1&api_key=s3#k, http://h/?a=1&api_key=***#k",
    "https://h/v1?key=s3%2F&alt=sse, https://h/v1?key=***&alt=sse",
    "https://h/v1?api-version=1&sig=s3, https://h/v1?api-version=1&sig=***",
    "basic dXNlcg==, basic ***",
    "Authorization: Bearer s3, Authorization: Bearer ***",
  })
  void credentialsInATextAreHidden(String text, String shown) {
    assertThat(Secrets.withoutCredentials(text)).isEqualTo(shown);
    assertThat(Secrets.withoutCredentials(shown)).as("twice").isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://host:8000/v1/@me",
        "http://[::1]:8000/a@b",
        "http://host/v1?alt=sse&api-version=2024-10-21",
        "[1,2,4]",
        "30 s",
        "ttft:200 tpot:50",
        "say hello"
      })
  void otherTextsStay(String text) {
    assertThat(Secrets.withoutCredentials(text)).isEqualTo(text);
  }
}
