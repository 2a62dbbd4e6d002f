package org.gatlingllm.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class WordsTest {
  @Test
  void numbersHaveThreeDigits() {
    assertThat(Words.number(0)).isEqualTo("0");
    assertThat(Words.number(0.0136)).isEqualTo("0.0136");
    assertThat(Words.number(0.5)).isEqualTo("0.5");
    assertThat(Words.number(1.479)).isEqualTo("1.48");
    assertThat(Words.number(10)).isEqualTo("10");
    assertThat(Words.number(99.94)).isEqualTo("99.9");
    assertThat(Words.number(100)).isEqualTo("100");
    assertThat(Words.number(12345)).isEqualTo("12,345");
  }

  @Test
  void timesTakeTheUnitThatFits() {
    assertThat(Words.time(420_000)).isEqualTo("0.42 ms");
    assertThat(Words.time(145e6)).isEqualTo("145 ms");
    assertThat(Words.time(1.31e9)).isEqualTo("1.31 s");
    assertThat(Words.time(999.6e6)).isEqualTo("1 s");
  }

  @Test
  void percentOfLittleIsNotNothing() {
    assertThat(Words.percent(0.042)).isEqualTo("4.2 %");
    assertThat(Words.percent(0.87)).isEqualTo("87 %");
    assertThat(Words.percent(0.0001)).isEqualTo("under 0.1 %");
    assertThat(Words.percent(0)).isEqualTo("0.0 %");
  }

  @Test
  void numbersDoNotFollowTheLocaleOfTheMachine() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(Words.number(1.5)).isEqualTo("1.5");
      assertThat(Words.count(1234, "request")).isEqualTo("1,234 requests");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void listsReadAsSentences() {
    assertThat(Words.list(List.of())).isEmpty();
    assertThat(Words.list(List.of("a"))).isEqualTo("a");
    assertThat(Words.list(List.of("a", "b"))).isEqualTo("a and b");
    assertThat(Words.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
  }

  @Test
  void everyPlaceOfASentenceTakesOneValue() {
    assertThat(Words.say("{} of {}", 1, "{}")).isEqualTo("1 of {}");
    assertThatThrownBy(() -> Words.say("{}", 1, 2)).hasMessageContaining("no place");
    assertThatThrownBy(() -> Words.say("{} {}", 1)).hasMessageContaining("no value");
  }
}
