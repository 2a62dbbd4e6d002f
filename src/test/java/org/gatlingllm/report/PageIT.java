package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.gatlingllm.metric.Run;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a real browser. Skipped where there is none; {@code CHROMIUM} may name one. */
class PageIT {
  /** A report as {@code CurveSimulation} left it: six levels of 24 requests on four slots. */
  private static final String REAL = "page-report.json";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int TAB = 9;
  private static final int ENTER = 13;
  private static final int ESCAPE = 27;

  /** What WCAG 2 asks of text of normal size (1.4.3, AA). */
  private static final double CONTRAST_LEAST = 4.5;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path profile;

  @TempDir private Path folder;
  private static @Nullable Chromium browser;

  @BeforeAll
  static void start() throws IOException {
    Optional<Path> installed = Chromium.installed();
    assumeTrue(
        installed.isPresent(),
        "no Chromium on the path, so the page is not opened: install it (apt-get install chromium)"
            + " or name one with the environment variable CHROMIUM");
    browser = Chromium.start(installed.orElseThrow(), profile);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void aRealRunOpensWithoutErrorAndWithoutARequest() throws IOException {
    Path page = write(Page.of(List.of(real()), "index.html"));

    open(page);

    assertThat(browser().errors()).isEmpty();
    assertThat(browser().requests()).containsExactly(page.toUri().toString());
    assertThat(browser().value("document.querySelector('footer a').getAttribute('href')").asText())
        .isEqualTo("index.html");
  }

  @Test
  void chartsHaveAPointForEachLevelThatHasTheNumber() throws IOException {
    JsonNode report = real();
    open(write(Page.of(List.of(report))));

    assertThat(points("curve-ttft"))
        .isEqualTo(3 * with(report, "time_to_first_token", "closed", "open"));
    assertThat(points("curve-itl"))
        .isEqualTo(2 * with(report, "inter_token_latency", "closed", "open"));
    // TTFT p50 and p95, ITL p50, output
    assertThat(points("load-closed")).isEqualTo(4 * with(report, "time_to_first_token", "closed"));
    assertThat(points("load-open")).isEqualTo(4 * with(report, "time_to_first_token", "open"));
    assertThat(points("percentiles")).isEqualTo(percentiles(report));
    assertThat(points("waterfall")).isEqualTo(24);
    assertThat(browser().value("document.querySelectorAll('#levels tbody tr').length").asInt())
        .isEqualTo(report.path("levels").size());
    assertThat(drawn("curve-ttft")).as("shapes drawn").isGreaterThan(points("curve-ttft"));
  }

  @Test
  void everyChartHasANameAndTheSameDataAsATable() throws IOException {
    open(write(Page.of(List.of(real()))));

    browser().value("document.querySelectorAll('figure details').forEach(d => { d.open = true; })");
    browser()
        .await("[...document.querySelectorAll('figure')].every(f => f.querySelector('table'))");

    assertThat(
            browser()
                .value(
                    "[...document.querySelectorAll('figure')].filter(f =>"
                        + " f.querySelector('tbody').rows.length === 0 ||"
                        + " !f.querySelector('[role=img]').ariaLabel).map(f => f.innerText)"))
        .isEmpty();
  }

  @Test
  void hoverShowsTheNumberWithItsIntervalAndSampleCount() throws IOException {
    open(write(Page.of(List.of(real()))));
    JsonNode at =
        browser()
            .value(
                """
                (() => {
                  const plot = document.getElementById("curve-ttft");
                  plot.scrollIntoView({ block: "center", behavior: "instant" });
                  const chart = echarts.getInstanceByDom(plot);
                  const point = chart.getOption().series[0].data[0].value;
                  const [x, y] = chart.convertToPixel({ seriesIndex: 0 }, point);
                  const box = plot.getBoundingClientRect();
                  return [box.left + x, box.top + y];
                })()
                """);

    browser().hover(at.get(0).asDouble() - 40, at.get(1).asDouble());
    browser().hover(at.get(0).asDouble(), at.get(1).asDouble());
    browser().await("document.querySelector('.tip') !== null");

    assertThat(browser().value("document.querySelector('.tip').innerText").asText())
        .contains("c=1", "TTFT p50", "95 % interval", "n\n24", "tok/s");
  }

  @Test
  void theKeyboardReachesEverythingThatCanBePressed() throws IOException {
    open(write(Page.of(List.of(real()))));

    browser().press("Tab", TAB);
    assertThat(focused("className")).isEqualTo("skip");
    List<String> reached = new ArrayList<>();
    int all =
        browser().value("document.querySelectorAll('button, select, summary, a').length").asInt();
    for (int i = 0; i < 3 * all; i++) {
      browser().press("Tab", TAB);
      browser().value("document.activeElement.dataset.reached = 'yes'");
      reached.add(focused("tagName"));
    }

    assertThat(reached).contains("BUTTON", "SELECT", "SUMMARY", "A", "DIV");
    assertThat(
            browser()
                .value(
                    "[...document.querySelectorAll('button, select, summary, a')].filter(e =>"
                        + " e.checkVisibility() && !e.dataset.reached && e.className !== 'skip')"
                        + ".map(e => e.outerHTML)"))
        .isEmpty();
  }

  @Test
  void aColumnTellsItsFormulaByKeyboardAndEscapeClosesIt() throws IOException {
    open(write(Page.of(List.of(real()))));
    browser().value("document.querySelector('#levels thead tr + tr button').focus()");

    browser().press("Enter", ENTER);
    browser().await("document.getElementById('note') !== null");
    assertThat(browser().value("document.getElementById('note').innerText").asText())
        .contains("Time to first token", "first token − sent", "ms");
    assertThat(focused("ariaExpanded")).isEqualTo("true");

    browser().press("Escape", ESCAPE);
    assertThat(browser().value("document.getElementById('note') === null").asBoolean()).isTrue();
    assertThat(focused("tagName")).isEqualTo("BUTTON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void textCanBeReadInBothColourSchemes(String scheme) throws IOException {
    browser()
        .send(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    open(write(Page.of(List.of(real(), troubled()))));

    JsonNode measured = browser().value(resource("contrast.js"));

    assertThat(browser().value("document.documentElement.dataset.theme").asText())
        .isEqualTo(scheme);
    assertThat(measured.size()).isGreaterThan(100);
    assertThat(StreamSupport.stream(measured.spliterator(), false))
        .allSatisfy(
            text ->
                assertThat(text.path("contrast").asDouble())
                    .as(text.toString())
                    .isGreaterThanOrEqualTo(CONTRAST_LEAST));
  }

  @Test
  void theButtonChangesTheSchemeAndDrawsTheChartsAnew() throws IOException {
    open(write(Page.of(List.of(real()))));
    String before = browser().value("document.documentElement.dataset.theme").asText();
    String axis = "getComputedStyle(document.querySelector('#curve-ttft text')).fill";
    String fill = browser().value(axis).asText();

    browser().value("document.getElementById('theme').click()");

    assertThat(browser().value("document.documentElement.dataset.theme").asText())
        .isNotEqualTo(before);
    assertThat(browser().value(axis).asText()).isNotEqualTo(fill);
  }

  @Test
  void hostileTextIsShownAndDoesNothing() throws IOException {
    List<JsonNode> reports = new ArrayList<>();
    for (String text : HostileTextTest.hostile().toList()) {
      reports.add(MAPPER.readTree(JsonReport.of(SampleRuns.saying(text))));
    }
    String attack = "<img src=x onerror=\"document.title='taken'\"><svg/onload=alert(1)>";
    reports.add(attacked(attack));

    open(write(Page.of(reports)));
    browser()
        .value(
            "document.querySelectorAll('th button').forEach(b => b.click());"
                + "document.querySelectorAll('details').forEach(d => { d.open = true; })");

    assertThat(browser().errors()).isEmpty();
    assertThat(browser().requests()).hasSize(1);
    assertThat(browser().value("document.querySelectorAll('img, iframe, object').length").asInt())
        .isZero();
    assertThat(browser().value("document.scripts.length").asInt()).isEqualTo(3);
    assertThat(browser().value("document.title").asText()).contains("<img src=x");
    assertThat(browser().value("document.querySelector('#failures-table pre').innerText").asText())
        .isEqualTo(attack);
  }

  @Test
  void aRunWithoutALevelAndOneWithoutANumberAreDrawn() throws IOException {
    open(write(Page.of(List.of(MAPPER.readTree(JsonReport.of(SampleRuns.empty()))))));
    assertThat(browser().errors()).isEmpty();
    assertThat(browser().value("document.querySelector('header').innerText").asText())
        .contains("Nothing was measured");

    open(write(Page.of(List.of(troubled()))));
    assertThat(browser().errors()).isEmpty();
    assertThat(browser().value("document.body.innerText").asText())
        .doesNotContain("NaN")
        .doesNotContain("undefined")
        .doesNotContain("null");
  }

  @Test
  void limitsAreLinesAndVerdictsARow() throws IOException {
    ObjectNode report = (ObjectNode) real();
    report.putArray("slo").addObject().put("metric", "time_to_first_token").put("limit", 150);
    ObjectNode gate =
        report.putObject("gate").put("outcome", "failed").put("headline", "1 missed.");
    gate.putArray("verdicts").addObject().put("name", "c=8: p95 ttft").put("verdict", "missed");

    open(write(Page.of(List.of(report))));

    assertThat(browser().errors()).isEmpty();
    assertThat(browser().value("document.getElementById('curve-ttft').textContent").asText())
        .contains("SLO 150 ms");
    assertThat(browser().value("document.querySelector('.verdict.warn').innerText").asText())
        .startsWith("1 missed.");
    assertThat(browser().value("document.querySelector('#verdicts tbody').innerText").asText())
        .contains("c=8: p95 ttft", "missed");
  }

  @Test
  void severalRunsAreOverlaidAndDivided() throws IOException {
    JsonNode np1 = MAPPER.readTree(JsonReport.of(SampleRuns.queueing()));
    JsonNode np4 = MAPPER.readTree(JsonReport.of(SampleRuns.batching()));

    open(write(Page.of(List.of(np1, np4))));

    assertThat(points("curve-ttft")).isEqualTo(6 + 4);
    String ratio = "document.querySelector('#ratios tbody tr').cells[2].innerText";
    // c=1: 190 of 145 ms would be 1.31; the samples' medians say
    double expected = ttft(np4) / ttft(np1);
    assertThat(browser().value(ratio).asText())
        .startsWith(String.format(Locale.ROOT, "× %.2f", expected));
    assertThat(browser().value("document.querySelectorAll('#ratios tbody tr').length").asInt())
        .isEqualTo(4);
  }

  @Test
  void fiveThousandRequestsAtEightLevelsOpenInTwoSeconds() throws IOException {
    Path page = write(Page.of(List.of(MAPPER.readTree(PageTest.json(PageRuns.closed(8, 5_000))))));

    // the best of three: a busy machine makes any of them slow
    int best = Integer.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      open(page);
      best = Math.min(best, browser().value("document.documentElement.dataset.ready").asInt());
    }

    assertThat(best).isLessThan(2_000);
    assertThat(browser().value("document.querySelector('#timeline + .thinned').innerText").asText())
        .contains("of 5000 requests are drawn");
  }

  @Test
  void theEnginesOwnGaugesStandBesideWhatTheClientSaw() throws IOException {
    Run run = PageRuns.withEngine(PageRuns.closed(1, 50), 20, 100_000_000);
    JsonNode report = MAPPER.readTree(PageTest.json(run));
    JsonNode series = report.path("levels").path(0).path("series");
    open(write(Page.of(List.of(report))));

    assertThat(browser().errors()).isEmpty();
    String drawn =
        "echarts.getInstanceByDom(document.getElementById('timeline')).getOption().series";
    assertThat(browser().value(drawn + ".map(s => [s.name, s.data.length, s.xAxisIndex])"))
        .extracting(JsonNode::toString)
        .contains(
            "[\"running\",20,1]",
            "[\"running + waiting\",20,1]",
            "[\"in flight, by the client\","
                + series.path("timeline").path("in_flight").size()
                + ",1]",
            "[\"KV cache in use\",20,2]");
    // the tenth reading failed: a gap, in the line and in the sum
    assertThat(browser().value(drawn + ".slice(1, 3).map(s => s.data[9].value[1])"))
        .allMatch(JsonNode::isNull);
    assertThat(browser().value("document.getElementById('timeline').textContent").asText())
        .contains("engine: requests", "running + waiting", "engine: KV cache in use", "60 %");
    assertThat(browser().value("document.querySelector('#timeline + .thinned').innerText").asText())
        .contains("in 18 readings: running 3.44 on average, at most 4; waiting 1 on average");
    browser().value("document.querySelector('#timeline ~ details').open = true");
    browser().await("document.querySelector('#timeline ~ details table') !== null");
    String head = "document.querySelector('#timeline ~ details thead').innerText";
    assertThat(browser().value(head).asText())
        .contains("engine: running", "engine: waiting", "engine: KV cache in use");
  }

  private static Chromium browser() {
    if (browser == null) {
      throw new IllegalStateException("the browser was not started");
    }
    return browser;
  }

  private static void open(Path page) {
    browser().open(page.toUri());
  }

  private Path write(String page) throws IOException {
    return Files.writeString(folder.resolve("llm.html"), page, StandardCharsets.UTF_8);
  }

  private static int points(String chart) {
    return browser()
        .value("Number(document.getElementById('" + chart + "').dataset.points)")
        .asInt();
  }

  private static int drawn(String chart) {
    return browser().value("document.querySelectorAll('#" + chart + " path').length").asInt();
  }

  private static String focused(String property) {
    return browser().value("document.activeElement." + property).asText();
  }

  private static double ttft(JsonNode report) {
    JsonNode metrics = report.path("levels").path(0).path("metrics");
    return metrics.path("time_to_first_token").path("p50").asDouble();
  }

  private static long with(JsonNode report, String metric, String... modes) {
    return StreamSupport.stream(report.path("levels").spliterator(), false)
        .filter(level -> List.of(modes).contains(level.path("mode").asText()))
        .filter(level -> level.path("metrics").has(metric))
        .count();
  }

  private static int percentiles(JsonNode report) {
    return StreamSupport.stream(report.path("levels").spliterator(), false)
        .map(level -> level.path("series").path("percentiles").path("time_to_first_token").size())
        .collect(Collectors.summingInt(Integer::intValue));
  }

  private static JsonNode attacked(String text) throws IOException {
    return MAPPER.readTree(
        PageTest.json(
            PageRuns.ended(
                PageRuns.failed(org.gatlingllm.metric.Outcome.ERROR_IN_STREAM, 200, text, text))));
  }

  private static JsonNode troubled() throws IOException {
    return MAPPER.readTree(JsonReport.of(SampleRuns.troubled()));
  }

  private static JsonNode real() throws IOException {
    return MAPPER.readTree(resource(REAL));
  }

  private static String resource(String name) throws IOException {
    try (var in = PageIT.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("cannot find " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
