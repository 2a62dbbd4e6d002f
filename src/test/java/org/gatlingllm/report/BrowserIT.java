package org.gatlingllm.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A page in a real browser, one browser a class. Skipped where there is none; {@code CHROMIUM} may
 * name one.
 */
abstract class BrowserIT {
  static final ObjectMapper MAPPER = new ObjectMapper();

  /** A report as {@code CurveSimulation} left it: six levels of 24 requests on four slots. */
  private static final String REAL = "page-report.json";

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

  static Chromium browser() {
    if (browser == null) {
      throw new IllegalStateException("the browser was not started");
    }
    return browser;
  }

  static void open(Path page) {
    browser().open(page.toUri());
  }

  Path write(String page) throws IOException {
    return Files.writeString(folder.resolve("llm.html"), page, StandardCharsets.UTF_8);
  }

  static int points(String chart) {
    return browser()
        .value("Number(document.getElementById('" + chart + "').dataset.points)")
        .asInt();
  }

  static String focused(String property) {
    return browser().value("document.activeElement." + property).asText();
  }

  static JsonNode troubled() throws IOException {
    return MAPPER.readTree(JsonReport.of(SampleRuns.troubled()));
  }

  static JsonNode real() throws IOException {
    return MAPPER.readTree(resource(REAL));
  }

  static String resource(String name) throws IOException {
    try (var in = PageIT.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("cannot find " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
