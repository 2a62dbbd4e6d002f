package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.gatlingllm.metric.Run;
import org.junit.jupiter.api.Test;

/** What the charts of the page show. */
final class PageChartsIT extends BrowserIT {
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

  private static int drawn(String chart) {
    return browser().value("document.querySelectorAll('#" + chart + " path').length").asInt();
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
}
