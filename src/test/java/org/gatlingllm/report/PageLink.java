package org.gatlingllm.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The link from Gatling's report to the page beside it. */
public final class PageLink {
  private static final String GATLING = "index.html";

  /** Where Gatling 3.13 to 3.15 have the link to their documentation. */
  private static final String PLACE = "<a class=\"gatling-documentation\"";

  private static final String LINK =
      "<a class=\"gatling-documentation\" href=\"llm.html\">LLM report</a>\n    ";

  private PageLink() {}

  /**
   * Puts a link to {@code llm.html} into the head of Gatling's report. Gatling writes its report
   * after the simulation has ended, so this comes last. A page of another build than expected stays
   * as it is.
   *
   * @param runFolder Gatling's folder of the run
   * @return whether the link is there now
   */
  public static boolean into(Path runFolder) {
    Path index = runFolder.resolve(GATLING);
    try {
      if (!Files.exists(index)) {
        return false;
      }
      String page = Files.readString(index, StandardCharsets.UTF_8);
      int place = page.indexOf(PLACE);
      if (page.contains(LINK) || place < 0) {
        return page.contains(LINK);
      }
      Files.writeString(
          index, page.substring(0, place) + LINK + page.substring(place), StandardCharsets.UTF_8);
      return true;
    } catch (IOException e) {
      // a report without this link is a report still
      return false;
    }
  }
}
