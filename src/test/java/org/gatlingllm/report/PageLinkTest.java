package org.gatlingllm.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageLinkTest {
  /** The head of a page of Gatling 3.15.1, shortened. */
  private static final String GATLING =
      """
      <body>
      <div class="gatling-open-source">
          <a class="gatling-documentation" href="docs" target="_blank">Documentation</a>
      </div>
      </body>
      """;

  @TempDir private Path folder;

  @Test
  void gatlingsReportLinksToOursOnce() throws IOException {
    Path index = Files.writeString(folder.resolve("index.html"), GATLING, UTF_8);

    assertThat(PageLink.into(folder)).isTrue();
    String linked = Files.readString(index, UTF_8);
    assertThat(PageLink.into(folder)).isTrue();

    assertThat(linked).containsOnlyOnce("href=\"llm.html\"").contains("Documentation</a>");
    assertThat(Files.readString(index, UTF_8)).isEqualTo(linked);
  }

  @Test
  void aPageOfAnotherBuildAndNoPageAtAllStayAsTheyAre() throws IOException {
    assertThat(PageLink.into(folder)).isFalse();
    Path index = Files.writeString(folder.resolve("index.html"), "<body></body>", UTF_8);

    assertThat(PageLink.into(folder)).isFalse();
    assertThat(Files.readString(index, UTF_8)).isEqualTo("<body></body>");
  }
}
