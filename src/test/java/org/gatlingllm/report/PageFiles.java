package org.gatlingllm.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The page as {@code llm.html} in Gatling's run folder, and the links between it and Gatling's. */
public final class PageFiles {
  static final String NAME = "llm.html";

  private static final String GATLING = "index.html";

  /** Where Gatling 3.13 to 3.15 have the link to their documentation. */
  private static final String PLACE = "<a class=\"gatling-documentation\"";

  private static final String LINK =
      "<a class=\"gatling-documentation\" href=\"" + NAME + "\">LLM report</a>\n    ";

  private PageFiles() {}

  /**
   * Writes {@code llm.html} next to Gatling's report; one that is there is replaced.
   *
   * @return the file
   * @throws ReportException when it cannot be written
   */
  public static Path besideGatling(Reported run, Path runFolder) {
    Path file = runFolder.resolve(NAME);
    try {
      return Files.writeString(file, Page.of(List.of(run.tree()), GATLING), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ReportException(
          String.format(
              Locale.ROOT,
              "cannot write \"%s\": expected a run folder that can be written to, found %s; free"
                  + " some space or name another folder",
              file,
              e),
          e);
    }
  }

  /**
   * Puts a link to {@code llm.html} into the head of Gatling's report. Gatling writes its report
   * after the simulation has ended, so this comes last. A page of another build than expected stays
   * as it is.
   *
   * @return whether the link is there now
   */
  public static boolean linkFromGatling(Path runFolder) {
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
