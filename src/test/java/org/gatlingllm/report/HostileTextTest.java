package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;

/** What others say stands in every field that holds text; no format may take it as its own. */
class HostileTextTest {
  private static final char ESCAPE = 0x1b;
  private static final Pattern HTML = Pattern.compile("<(?!/?(code|details|summary)>)");

  static Stream<String> hostile() {
    return Stream.of(
        "<script>alert(1)</script>",
        "</details></code><img src=x onerror=alert(1)>",
        "a | b || c\n| d | e |",
        "`code` ```fence``` **bold** _it_ [link](https://evil.example) ![p](x)",
        "@octocat fixes #1 \\ $x$ ~~no~~ &lt; &amp;",
        "=HYPERLINK(\"http://evil.example\")",
        "+1+1",
        "-2+3",
        "@SUM(A1)",
        "\t=1+1",
        "\r\n=1+1",
        "＝1+1",
        "\u200b=1+1",
        ESCAPE + "[31mred" + ESCAPE + "[0m\u0007",
        "\u202egnp.exe\u0000\uD800",
        "quote \" and ' and , and ; here",
        "]]> <![CDATA[",
        "www.evil.example and https://evil.example");
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void theConsoleGetsNoControlCharacterAndNoNewRow(String text) {
    String console = ConsoleTable.of(SampleRuns.saying(text));
    String harmless = ConsoleTable.of(SampleRuns.saying("harmless"));

    assertThat(console.replace("\n", "")).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Cs}]");
    assertThat(console.lines().count()).isEqualTo(harmless.lines().count());
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void markdownHoldsItAsText(String text) {
    String markdown = MarkdownSummary.of(SampleRuns.saying(text));
    String harmless = MarkdownSummary.of(SampleRuns.saying("harmless"));

    assertThat(HTML.matcher(markdown).find()).isFalse();
    assertThat(markdown).doesNotContain("@").doesNotContain("`").doesNotContain("](");
    assertThat(markdown).doesNotContain("://").doesNotContain("www.");
    assertThat(markdown.replaceAll("&#\\d+;", "")).doesNotContain("#").doesNotContain("&");
    assertThat(cellsOfEachLine(markdown)).isEqualTo(cellsOfEachLine(harmless));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void jsonGivesItBackAsItWas(String text) throws IOException {
    JsonNode report = new ObjectMapper().readTree(JsonReport.of(SampleRuns.saying(text)));

    assertThat(report.path("levels").path(0).path("name").asText()).isEqualTo(text);
    assertThat(report.path("reading").path(0).path("sentence").asText()).isEqualTo(text);
    assertThat(report.path("schema_version").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void noCellOfASpreadsheetIsAFormula(String text) throws IOException {
    noFormula(LevelsCsv.of(List.of(SampleRuns.saying(text))), 2);
    noFormula(RequestsCsv.of(List.of(SampleRequests.saying(text))), 1);
  }

  @Test
  void thePictureStaysWellFormedAndWithoutScript() throws Exception {
    String svg = CurveChart.svg(hostile().map(SampleRuns::saying).toList());

    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    var document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(document.getElementsByTagName("img").getLength()).isZero();
  }

  private static void noFormula(String csv, int rows) throws IOException {
    var records =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(csv))
            .getRecords();
    assertThat(records).hasSize(rows);
    for (var row : records) {
      for (String cell : row) {
        boolean number = cell.matches("-?\\d+(\\.\\d+)?");
        assertThat(number || !cell.matches("(?s)[=+\\-@\\t\\r\\n＝＋－＠].*")).as(cell).isTrue();
        assertThat(cell).doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
      }
    }
  }

  private static List<Long> cellsOfEachLine(String markdown) {
    return markdown.lines().map(line -> line.chars().filter(c -> c == '|').count()).toList();
  }
}
