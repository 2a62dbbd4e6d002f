package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page by keyboard, and in both colour schemes. */
final class PageAccessIT extends BrowserIT {
  private static final int TAB = 9;
  private static final int ENTER = 13;
  private static final int ESCAPE = 27;

  /** What WCAG 2 asks of text of normal size (1.4.3, AA). */
  private static final double CONTRAST_LEAST = 4.5;

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
}
