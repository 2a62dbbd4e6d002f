package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page on paper. */
final class PagePrintIT extends BrowserIT {
  /** A4 within the page's margins of 14 mm, at 96 pixels an inch. */
  private static final int SHEET_WIDTH = 688;

  /** Letter, which is the lower sheet. */
  private static final int SHEET_HEIGHT = 949;

  @BeforeEach
  void open() throws IOException {
    emulate("", "dark");
    open(write(Page.of(List.of(real(), troubled()))));
  }

  @AfterEach
  void leave() {
    browser().send("Emulation.clearDeviceMetricsOverride", Map.of());
    emulate("", "light");
  }

  private static void emulate(String medium, String scheme) {
    Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
    browser()
        .send("Emulation.setEmulatedMedia", Map.of("media", medium, "features", List.of(feature)));
  }

  /** Lays the page out as for a sheet, where it can be measured. */
  private static void layOutForPaper() {
    emulate("print", "dark");
    browser()
        .send(
            "Emulation.setDeviceMetricsOverride",
            Map.of(
                "width",
                SHEET_WIDTH,
                "height",
                SHEET_HEIGHT,
                "deviceScaleFactor",
                1,
                "mobile",
                false));
    browser().value("dispatchEvent(new Event('beforeprint'))");
  }

  private static JsonNode all(String selector, String what) {
    return browser()
        .value("[...document.querySelectorAll('" + selector + "')].map(e => " + what + ")");
  }

  @Test
  void paperIsWhiteAndHasNothingToPress() {
    layOutForPaper();

    assertThat(browser().value("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo("rgb(255, 255, 255)");
    assertThat(browser().value("document.documentElement.dataset.theme").asText())
        .isEqualTo("light");
    assertThat(all("nav, .skip, #theme, .copy, button[aria-pressed=false]", "e.checkVisibility()"))
        .isNotEmpty()
        .allSatisfy(visible -> assertThat(visible.asBoolean()).isFalse());
  }

  @Test
  void whatAControlIsSetToStandsThereAsText() {
    layOutForPaper();

    assertThat(all("select, button[aria-pressed=true]", "getComputedStyle(e).borderTopWidth"))
        .isNotEmpty()
        .allSatisfy(width -> assertThat(width.asText()).isEqualTo("0px"));
    assertThat(all("#level select", "e.checkVisibility()").path(0).asBoolean()).isTrue();
  }

  @Test
  void whatIsFoldedIsOpenButForTheTablesOfCharts() {
    layOutForPaper();

    assertThat(all("details", "e.open !== (e.closest('figure') !== null)"))
        .isNotEmpty()
        .allSatisfy(right -> assertThat(right.asBoolean()).isTrue());
    assertThat(all("figure details", "e.checkVisibility()"))
        .allSatisfy(visible -> assertThat(visible.asBoolean()).isFalse());
  }

  @Test
  void nothingIsWiderThanTheSheetAndNoChartIsCut() {
    layOutForPaper();

    // a browser shrinks the whole page for one table that is too wide
    assertThat(browser().value("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(SHEET_WIDTH);
    assertThat(all("figure", "[getComputedStyle(e).breakInside, e.offsetHeight]"))
        .isNotEmpty()
        .allSatisfy(
            figure -> {
              assertThat(figure.path(0).asText()).isEqualTo("avoid");
              assertThat(figure.path(1).asInt()).isBetween(150, SHEET_HEIGHT);
            });
    assertThat(all(".plot", "e.clientWidth - e.querySelector(\"svg\").clientWidth"))
        .isNotEmpty()
        .allSatisfy(room -> assertThat(room.asInt()).isBetween(-1, 1));
  }

  @Test
  void thePageCanBePrintedAndIsAsBeforeAfterwards() {
    String before = browser().value("document.body.innerText").asText();

    byte[] pdf =
        Base64.getDecoder()
            .decode(browser().send("Page.printToPDF", Map.of()).path("data").asText());
    browser().await("document.documentElement.dataset.paper === undefined");

    String text = new String(pdf, StandardCharsets.ISO_8859_1);
    assertThat(text).startsWith("%PDF");
    assertThat(text.split("/Type /Page\n", -1).length - 1).isBetween(5, 20);
    assertThat(browser().errors()).isEmpty();
    assertThat(browser().value("document.body.innerText").asText()).isEqualTo(before);
    assertThat(browser().value("document.documentElement.dataset.theme").asText())
        .isEqualTo("dark");
  }
}
