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
}
