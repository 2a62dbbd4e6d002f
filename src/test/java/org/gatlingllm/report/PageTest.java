package org.gatlingllm.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PageTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MOST_BYTES = 2_500_000;
  private static final Pattern DATA =
      Pattern.compile(
          "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

  /** Attributes and rules that make a browser load something. */
  private static final Pattern LOADS =
      Pattern.compile(
          "(?i)(\\bsrc=|<link[^>]+href=\"(?!data:,)|@import|url\\(|<iframe|<object|<base)");

  static Stream<String> hostile() {
    return HostileTextTest.hostile();
  }

  @Test
  void fiveThousandRequestsAtEightLevelsFit() throws IOException {
    String json = json(PageRuns.closed(8, 5_000));

    assertThat(Page.of(List.of(MAPPER.readTree(json))).length()).isLessThan(MOST_BYTES);
  }

  @Test
  void twoReportsOfThatSizeFitToo() throws IOException {
    JsonNode report = MAPPER.readTree(json(PageRuns.closed(8, 5_000)));

    assertThat(Page.of(List.of(report, report)).length()).isLessThan(MOST_BYTES);
  }

  @Test
  void theReportsAreInsideUnchanged() throws IOException {
    JsonNode np1 = MAPPER.readTree(JsonReport.of(SampleRuns.queueing()));
    JsonNode np4 = MAPPER.readTree(JsonReport.of(SampleRuns.batching()));

    JsonNode data = data(Page.of(List.of(np1, np4), "index.html"));

    assertThat(data.path("reports")).containsExactly(np1, np4);
    assertThat(data.path("links").path("gatling").asText()).isEqualTo("index.html");
  }

  @Test
  void everyMetricHasItsFormulaAndUnitInside() throws IOException {
    JsonNode glossary = data(page(SampleRuns.queueing())).path("glossary");

    for (Metric metric : Metric.values()) {
      assertThat(glossary.path(metric.tag()).path("formula").asText()).isEqualTo(metric.formula());
      assertThat(glossary.path(metric.tag()).path("unit").asText())
          .isEqualTo(metric.unit().symbol());
    }
    for (JsonNode entry : glossary) {
      assertThat(entry.path("name").asText()).isNotEmpty();
      assertThat(entry.path("formula").asText()).isNotEmpty();
    }
  }

  @Test
  void nothingIsLoadedFromAnywhere() throws IOException {
    String page = withoutScripts(page(SampleRuns.queueing()));

    assertThat(LOADS.matcher(page).find()).isFalse();
    assertThat(page).doesNotContain("http://").doesNotContain("https://").doesNotContain("//");
    assertThat(page).contains("default-src 'none'").doesNotContain("'unsafe-eval'");
  }

  @Test
  void thePolicyNamesExactlyTheScriptsInside() throws IOException {
    String page = page(SampleRuns.queueing());

    List<String> hashes = new ArrayList<>();
    Matcher script = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(page);
    while (script.find()) {
      hashes.add(PageParts.hash(script.group(1)));
    }
    assertThat(hashes).hasSize(2);
    assertThat(page).contains("script-src " + String.join(" ", hashes) + ";");
  }

  @Test
  void ourScriptsNeverMakeMarkupOfText() {
    for (String name : Page.SCRIPTS) {
      assertThat(PageParts.resource(name + ".js"))
          .as(name)
          .doesNotContainPattern("innerHTML|outerHTML|insertAdjacent|document\\.write|\\beval\\b")
          .doesNotContainPattern("new Function|fetch\\(|XMLHttp|WebSocket|localStorage");
    }
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void hostileTextStaysInTheData(String text) throws IOException {
    String harmless = withoutScripts(page(SampleRuns.saying("harmless")));
    String page = page(SampleRuns.saying(text));

    String title = "<title>" + PageParts.text(text) + " · LLM load test</title>";
    assertThat(withoutScripts(page))
        .isEqualTo(harmless.replaceFirst("<title>.*</title>", Matcher.quoteReplacement(title)));
    assertThat(data(page).path("reports").path(0).path("levels").path(0).path("name").asText())
        .isEqualTo(text);
    Matcher inside = DATA.matcher(page);
    assertThat(inside.find()).isTrue();
    assertThat(UTF_8.newEncoder().canEncode(page)).isTrue();
    assertThat(inside.group(1)).doesNotContain("<").doesNotContain("\u2028");
  }

  @Test
  void aTextThatNamesAPlaceOfTheTemplateStaysAsItIs() throws IOException {
    assertThat(
            data(page(SampleRuns.saying("{{page}} $1 \\"))).path("reports").path(0).path("label"))
        .hasToString("\"{{page}} $1 \\\\\"");
  }

  @Test
  void noReportAtAllIsAPageToo() {
    assertThat(Page.of(List.of())).contains("id=\"data\"");
  }

  static String json(Run run) {
    return JsonReport.of(new Measured(run, Analysis.of(run, RequestSlo.none())));
  }

  private static String page(org.gatlingllm.analysis.RunAnalysis run) throws IOException {
    return Page.of(List.of(MAPPER.readTree(JsonReport.of(run))));
  }

  private static JsonNode data(String page) throws IOException {
    Matcher data = DATA.matcher(page);
    assertThat(data.find()).isTrue();
    return MAPPER.readTree(data.group(1));
  }

  private static String withoutScripts(String page) {
    return page.replaceAll("(?s)<script[^>]*>.*?</script>", "<script/>");
  }
}
