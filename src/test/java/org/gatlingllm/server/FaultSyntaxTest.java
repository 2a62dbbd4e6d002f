package org.gatlingllm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultSyntaxTest {

  @Test
  void wordsBecomeFaults() {
    FaultScript script =
        FaultSyntax.add(
            FaultScript.none(),
            List.of(
                "2:stall:5:1500", "3:status:429:7", "4:stall:0", "every5:cut:1", "all:reset:9"));

    assertThat(script.of(1)).isEqualTo(new Fault.Reset(9));
    assertThat(script.of(2)).isEqualTo(Fault.stall(5, Duration.ofMillis(1_500)));
    assertThat(script.of(3)).isEqualTo(Fault.status(429, 7));
    assertThat(script.of(4)).isEqualTo(Fault.stall(0));
    assertThat(script.of(10)).isEqualTo(new Fault.Cut(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1:",
        "0:cut:1",
        "x:cut:1",
        "1:cut",
        "1:cut:-1",
        "1:cut:x",
        "1:explode:1",
        "1:status:99",
        "every0:cut:1",
        "1:slow-headers",
        "1:replay:text/plain:/no/such/file"
      })
  void whatCannotBeReadIsQuoted(String text) {
    assertThatThrownBy(() -> FaultSyntax.add(FaultScript.none(), List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + text + "\"");
  }
}
