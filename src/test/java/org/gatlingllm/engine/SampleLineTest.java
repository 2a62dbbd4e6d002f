package org.gatlingllm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as the Prometheus text format 0.0.4 and OpenMetrics 1.0 have them. */
final class SampleLineTest {
  private static final long SEED = 20_260_101;

  @Test
  void nameLabelsAndValueAreRead() {
    assertThat(
            SampleLine.parse(
                "http_requests_total{method=\"post\",code=\"200\"} 1027 1395066363000"))
        .contains(
            new SampleLine("http_requests_total", Map.of("method", "post", "code", "200"), 1027));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a:b 2",
        "a:b{} 2",
        " \ta:b  2",
        "a:b\t2\t",
        "a:b 2\r",
        "a:b 2 -1",
        "a:b 2 # {trace_id=\"x\"} 9 1.5",
        "a:b 2 garbage"
      })
  void blanksAndWhatFollowsTheValueDoNotMatter(String line) {
    assertThat(SampleLine.parse(line)).contains(new SampleLine("a:b", Map.of(), 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a{b=\"c\",} 1",
        "a { b = \"c\" } 1",
        "a{b=\"c\"}1",
        "a{b=\"c\" ,}\t1",
        "a {b=\"c\"} 1"
      })
  void commaMayFollowTheLastLabelAndBlanksMayStandAnywhere(String line) {
    assertThat(SampleLine.parse(line)).contains(new SampleLine("a", Map.of("b", "c"), 1));
  }

  @Test
  void escapesAreUndone() {
    assertThat(SampleLine.parse("a{path=\"C:\\\\DIR\",say=\"\\\"hi\\\"\",two=\"x\\ny\"} 1"))
        .get()
        .extracting(SampleLine::labels)
        .isEqualTo(Map.of("path", "C:\\DIR", "say", "\"hi\"", "two", "x\ny"));
  }

  @Test
  void bracesAndHashesInsideOfAValueAreText() {
    assertThat(SampleLine.parse("a{b=\"} 7 # {,=\"} 3"))
        .contains(new SampleLine("a", Map.of("b", "} 7 # {,="), 3));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "-1.5,-1.5",
    "+3,3",
    "1.458255915e9,1458255915",
    ".5,0.5",
    "7.,7",
    "1E-3,0.001",
    "NaN,NaN",
    "+Inf,Infinity",
    "-Inf,-Infinity"
  })
  void valuesAreThoseOfTheFormat(String text, double value) {
    assertThat(SampleLine.parse("a " + text)).contains(new SampleLine("a", Map.of(), value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "#",
        "# HELP a b",
        "# TYPE a gauge",
        "a",
        "a{",
        "a{}",
        "a{} ",
        "a{b} 1",
        "a{b=} 1",
        "a{b=c} 1",
        "a{b=\"c} 1",
        "a{b=\"c\\",
        "a{b=\"c\"",
        "a{b=\"c\" d=\"e\"} 1",
        "a{,} 1",
        "a{=\"c\"} 1",
        "{a=\"b\"} 1",
        "a 1d",
        "a 0x1p3",
        "a Infinity",
        "a 1_000",
        "a 1,5",
        "a --1",
        "a 00000000000000000000000000000000000000001",
        "<html>",
        "é 1"
      })
  void everythingElseIsNoSample(String line) {
    assertThat(SampleLine.parse(line)).isEmpty();
  }

  @Test
  void whatAnExporterWritesComesBack() {
    SplittableRandom random = new SplittableRandom(SEED);
    String[] pieces = {"a", " ", "\\", "\"", "\n", "{", "}", ",", "=", "#", "é", "漢", "\\n"};
    for (int i = 0; i < 2_000; i++) {
      Map<String, String> labels = new LinkedHashMap<>();
      for (int l = random.nextInt(4); l > 0; l--) {
        StringBuilder text = new StringBuilder();
        for (int p = random.nextInt(6); p > 0; p--) {
          text.append(pieces[random.nextInt(pieces.length)]);
        }
        labels.put("label_" + l, text.toString());
      }
      double value = random.nextInt(-9, 9) / 8.0;
      String line = written("x:y_z", labels, value);
      assertThat(SampleLine.parse(line))
          .as("%s (seed %d)", line, SEED)
          .contains(new SampleLine("x:y_z", labels, value));
    }
  }

  @Test
  void everyCutOfALineIsReadWithoutAnException() {
    String line = written("a", Map.of("b", "c\\\"\n"), 12.5) + " 1395066363000";
    for (int length = 0; length <= line.length(); length++) {
      assertThat(SampleLine.parse(line.substring(0, length)))
          .satisfiesAnyOf(
              cut -> assertThat(cut).isEmpty(),
              cut -> assertThat(cut.orElseThrow().labels()).containsKey("b"));
    }
  }

  private static String written(String name, Map<String, String> labels, double value) {
    StringBuilder line = new StringBuilder(name).append('{');
    labels.forEach(
        (label, text) ->
            line.append(label)
                .append("=\"")
                .append(text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .append("\","));
    return line.append("} ").append(value).toString();
  }
}
