package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedactionTest {
  private static Redaction of(String header, String value) {
    return Redaction.of(new DefaultHttpHeaders().add(header, value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Authorization", "X-Api-Key", "api-key", "x-goog-api-key", "cookie"})
  void valueOfACredentialIsTakenOut(String header) {
    assertThat(of(header, "sk-12345").of("no such key: sk-12345 (sk-12345)"))
        .isEqualTo("no such key: *** (***)");
  }

  @Test
  void keyIsTakenOutWithoutItsScheme() {
    Redaction redaction = of("authorization", "Bearer sk-12345");
    assertThat(redaction.of("{\"key\":\"sk-12345\"}")).isEqualTo("{\"key\":\"***\"}");
    assertThat(redaction.of("got 'Bearer sk-12345'")).isEqualTo("got '***'");
  }

  @Test
  void keyInWhichASampleWasCutIsTakenOut() {
    assertThat(of("api-key", "sk-1234567890").of("no such key: sk-12345"))
        .isEqualTo("no such key: ***");
  }

  @Test
  void otherHeadersAndShortValuesStay() {
    assertThat(of("x-trace", "sk-12345").of("sk-12345")).isEqualTo("sk-12345");
    assertThat(of("api-key", "none").of("there is none")).isEqualTo("there is none");
    assertThat(new Redaction(List.of("sk-12345")).of((String) null)).isNull();
  }
}
