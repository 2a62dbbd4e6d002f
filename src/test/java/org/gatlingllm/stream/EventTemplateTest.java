package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A stream tells the same whether each event is read in full or known by the one before. */
final class EventTemplateTest {
  private static final long SEED = 7;
  private static final int DAMAGES = 150;
  private static final String ALPHABET = "\"\\{}[]:,\n a1-.eutfnls";

  private final EventTemplate template = new EventTemplate();

  static List<RecordedBody> corpus() {
    return RecordedBody.all();
  }

  /** Where the text is kept, every event is read in full. */
  @ParameterizedTest
  @MethodSource("corpus")
  void bodiesTellTheSameHoweverDamaged(RecordedBody recorded) {
    Random random = new Random(SEED);
    for (int i = 0; i < DAMAGES; i++) {
      byte[] body = damaged(recorded.bytes(), i % 4, random);
      int cut = random.nextInt(body.length + 1);
      StreamResult known = recorded.read(body, false, cut);
      StreamResult full = recorded.read(body, true, cut);
      assertThat(known.tokens()).as(() -> new String(body, UTF_8)).isEqualTo(full.tokens());
      assertThat(known.ending()).as(() -> new String(body, UTF_8)).isEqualTo(full.ending());
      assertThat(known.server()).as(() -> new String(body, UTF_8)).isEqualTo(full.server());
      assertThat(known.events()).as(() -> new String(body, UTF_8)).isEqualTo(full.events());
      assertThat(known.arrivals())
          .as(() -> new String(body, UTF_8))
          .usingRecursiveComparison()
          .isEqualTo(full.arrivals());
    }
  }

  /** The body with some lines told twice and some bytes changed, lost or added. */
  private static byte[] damaged(byte[] bytes, int damages, Random random) {
    StringBuilder body = new StringBuilder(new String(bytes, ISO_8859_1));
    for (int n = 0; n < damages && body.length() > 1; n++) {
      int at = random.nextInt(body.length());
      char other = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      switch (random.nextInt(4)) {
        case 0 -> body.setCharAt(at, other);
        case 1 -> body.deleteCharAt(at);
        case 2 -> body.insert(at, other);
        default -> {
          int end = body.indexOf("\n", at) + 1;
          body.insert(
              end, body.substring(Math.max(0, body.lastIndexOf("\n", at - 1)), Math.max(at, end)));
        }
      }
    }
    return body.toString().getBytes(ISO_8859_1);
  }

  /** The kept event's text stands between angle brackets, which belong to it. */
  private boolean fits(String kept, String event) {
    byte[] source = kept.getBytes(UTF_8);
    template.keep(source, 0, source.length, kept.indexOf('<'), kept.indexOf('>') + 1);
    byte[] bytes = ("##" + event + "##").getBytes(UTF_8);
    return template.fits(bytes, 2, bytes.length - 2);
  }

  @Test
  void onlyTheTextMayDiffer() {
    assertThat(fits("{\"a\":\"<>\",\"b\":1}", "{\"a\":\"another\",\"b\":1}")).isTrue();
    assertThat(fits("{\"a\":\"<another>\",\"b\":1}", "{\"a\":\"x\",\"b\":1}")).isTrue();
    assertThat(fits("{\"a\":\"<>\",\"b\":1}", "{\"a\":\"x\",\"b\":2}")).isFalse();
    assertThat(fits("{\"a\":\"<>\",\"b\":1}", "{\"c\":\"x\",\"b\":1}")).isFalse();
  }

  @Test
  void emptyTextIsAnotherEvent() {
    assertThat(fits("{\"a\":\"<>\"}", "{\"a\":\"\"}")).isFalse();
    assertThat(fits("{\"a\":\"<>\"}", "{\"a\":\"}")).isFalse();
  }

  @Test
  void textThatMayEndEarlierOrLaterIsReadInFull() {
    assertThat(fits("{\"a\":\"<>\"}", "{\"a\":\"x\",\"c\":\"y\"}")).isFalse();
    assertThat(fits("{\"a\":\"<>\"}", "{\"a\":\"x\\\"}")).isFalse();
  }

  @Test
  void nothingFitsWhatWasForgottenOrIsTooLong() {
    assertThat(fits("<>", "x")).isTrue();
    template.forget();
    assertThat(template.fits(new byte[] {'x'}, 0, 1)).isFalse();
    assertThat(fits("<>" + "z".repeat(1 << 13), "x" + "z".repeat(1 << 13))).isFalse();
  }
}
