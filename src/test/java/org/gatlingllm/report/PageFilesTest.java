package org.gatlingllm.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageFilesTest {
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
  void thePageLinksToGatlingsReport() throws IOException {
    Path page = PageFiles.besideGatling(reported(), folder);

    assertThat(page).hasFileName("llm.html");
    assertThat(Files.readString(page, UTF_8)).contains("{\"gatling\":\"index.html\"}");
  }

  @Test
  void gatlingsReportLinksBackOnce() throws IOException {
    Path index = Files.writeString(folder.resolve("index.html"), GATLING, UTF_8);

    assertThat(PageFiles.linkFromGatling(folder)).isTrue();
    String linked = Files.readString(index, UTF_8);
    assertThat(PageFiles.linkFromGatling(folder)).isTrue();

    assertThat(linked).containsOnlyOnce("href=\"llm.html\"").contains("Documentation</a>");
    assertThat(Files.readString(index, UTF_8)).isEqualTo(linked);
  }

  @Test
  void aPageOfAnotherBuildAndNoPageAtAllStayAsTheyAre() throws IOException {
    assertThat(PageFiles.linkFromGatling(folder)).isFalse();
    Path index = Files.writeString(folder.resolve("index.html"), "<body></body>", UTF_8);

    assertThat(PageFiles.linkFromGatling(folder)).isFalse();
    assertThat(Files.readString(index, UTF_8)).isEqualTo("<body></body>");
  }

  @Test
  void aFolderThatIsNotThereGivesOneSentence() {
    Path gone = folder.resolve("gone");

    assertThatThrownBy(() -> PageFiles.besideGatling(reported(), gone))
        .isInstanceOf(ReportException.class)
        .hasMessageStartingWith("cannot write \"" + gone.resolve("llm.html") + "\": expected");
  }

  private static Reported reported() {
    return Reported.of(new Measured(SampleRequests.run(), SampleRuns.queueing()));
  }
}
