package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Several runs on one page. */
final class PageCompareIT extends BrowserIT {
  @Test
  void severalRunsAreOverlaidAndDivided() throws IOException {
    JsonNode np1 = MAPPER.readTree(JsonReport.of(SampleRuns.queueing()));
    JsonNode np4 = MAPPER.readTree(JsonReport.of(SampleRuns.batching()));

    open(write(Page.of(List.of(np1, np4))));

    assertThat(points("curve-ttft")).isEqualTo(6 + 4);
    String ratio = "document.querySelector('#ratios tbody tr').cells[2].innerText";
    // c=1: 190 of 145 ms would be 1.31; the samples' medians say
    double expected = ttft(np4, 0) / ttft(np1, 0);
    assertThat(browser().value(ratio).asText())
        .startsWith(String.format(Locale.ROOT, "× %.2f", expected));
    assertThat(browser().value("document.querySelectorAll('#ratios tbody tr').length").asInt())
        .isEqualTo(4);
  }

  @Test
  void anIntervalOfARatioIsMadeOfBothIntervals() throws IOException {
    JsonNode np1 = MAPPER.readTree(JsonReport.of(SampleRuns.queueing()));
    JsonNode np4 = MAPPER.readTree(JsonReport.of(SampleRuns.batching()));

    open(write(Page.of(List.of(np1, np4))));

    // MOVER: the way from the ratio to a bound is the root of the sum of both squares, in
    // logarithms
    for (int level : new int[] {0, 1}) {
      double one = ttft(np1, level);
      double four = ttft(np4, level);
      JsonNode before = ttftInterval(np1, level);
      JsonNode after = ttftInterval(np4, level);
      double down =
          Math.hypot(
              Math.log(four / after.path(0).asDouble()), Math.log(before.path(1).asDouble() / one));
      double up =
          Math.hypot(
              Math.log(after.path(1).asDouble() / four), Math.log(one / before.path(0).asDouble()));
      String low = Quantity.of(four / one * Math.exp(-down)).text();
      String high = Quantity.of(four / one * Math.exp(up)).text();
      assertThat(cell(level, 2, ".ci")).isEqualTo(low + " – " + high);
    }
    assertThat(cell(0, 2, ".better, .worse")).as("1 is inside").isEmpty();
    assertThat(cell(1, 2, ".better, .worse")).isEqualTo("better");
  }

  @Test
  void aNumberWithoutAnIntervalHasARatioAndNoVerdict() throws IOException {
    JsonNode np1 = MAPPER.readTree(JsonReport.of(SampleRuns.queueing()));
    JsonNode np4 = MAPPER.readTree(JsonReport.of(SampleRuns.batching()));

    open(write(Page.of(List.of(np1, np4))));

    // the rate of a level, and a p99 of 24 requests
    for (int column : new int[] {1, 4}) {
      assertThat(cell(0, column, "*")).isEmpty();
      assertThat(
              browser()
                  .value(
                      "document.querySelector('#ratios tbody tr').cells[" + column + "].innerText")
                  .asText())
          .startsWith("×");
    }
  }

  /** The text of the first such element in a cell; empty where there is none. */
  private static String cell(int row, int column, String selector) {
    return browser()
        .value(
            "document.querySelector('#ratios tbody').rows["
                + row
                + "].cells["
                + column
                + "].querySelector('"
                + selector
                + "')?.innerText ?? ''")
        .asText();
  }

  private static JsonNode ttftInterval(JsonNode report, int level) {
    JsonNode metrics = report.path("levels").path(level).path("metrics");
    return metrics.path("time_to_first_token").path("ci95").path("p50");
  }

  private static double ttft(JsonNode report, int level) {
    JsonNode metrics = report.path("levels").path(level).path("metrics");
    return metrics.path("time_to_first_token").path("p50").asDouble();
  }
}
