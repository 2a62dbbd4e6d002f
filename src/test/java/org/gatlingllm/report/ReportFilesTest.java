package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gatlingllm.analysis.RunAnalysis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReportFilesTest {
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};

  private final Path folder;

  ReportFilesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  static Stream<RunAnalysis> runs() {
    return Stream.of(
        SampleRuns.queueing(), SampleRuns.batching(), SampleRuns.troubled(), SampleRuns.empty());
  }

  @Test
  void aRunHasAllFiles() throws IOException {
    var written = write(SampleRuns.queueing(), folder.resolve("new/np1"));

    assertThat(written.files())
        .extracting(file -> file.getFileName().toString())
        .containsExactly(
            "report.json",
            "requests.csv",
            "summary.md",
            "levels.csv",
            "index.html",
            "curve.svg",
            "curve.png");
    assertThat(written.remarks()).isEmpty();
    assertThat(Files.readAllBytes(folder.resolve("new/np1/curve.png"))).startsWith(PNG);
  }

  @Test
  void severalRunsShareAllFilesButThoseThatHoldOneRun() {
    List<Reported> two = List.of(reported(SampleRuns.queueing()), reported(SampleRuns.batching()));

    assertThat(ReportFiles.write(two, folder).files())
        .extracting(file -> file.getFileName().toString())
        .containsExactly("summary.md", "levels.csv", "index.html", "curve.svg", "curve.png");
  }

  @Test
  void aRunWithoutATokenHasNoPictureAndSaysSo() {
    var written = write(SampleRuns.empty(), folder);

    assertThat(written.files()).hasSize(5);
    assertThat(written.remarks())
        .singleElement()
        .asString()
        .contains("no level has a time to first token");
  }

  @ParameterizedTest
  @MethodSource("runs")
  void whatIsAbsentIsNeverWrittenAsANumberOrAWord(RunAnalysis run) throws IOException {
    for (Path file : write(run, folder).files()) {
      // the page holds scripts, and its data is report.json
      if (!file.toString().matches(".*\\.(png|html)")) {
        assertThat(Files.readString(file, StandardCharsets.UTF_8))
            .as(file.toString())
            .doesNotContainPattern("NaN|Infinity|∞|\\bnull\\b|must-not-be-shown");
      }
    }
    assertThat(ConsoleTable.of(run)).doesNotContainPattern("NaN|Infinity|\\bnull\\b");
  }

  @Test
  void aFolderThatCannotBeIsToldBeforeThereIsAReport() throws IOException {
    ReportFiles.prepare(folder.resolve("new/np1"));
    Path taken = Files.writeString(folder.resolve("taken"), "a file", StandardCharsets.UTF_8);

    assertThat(folder.resolve("new/np1")).isEmptyDirectory();
    for (Path impossible : List.of(taken, taken.resolve("np1"))) {
      assertThatThrownBy(() -> ReportFiles.prepare(impossible))
          .isInstanceOf(ReportException.class)
          .hasMessageStartingWith("cannot write \"" + impossible + "\": expected a folder");
    }
  }

  @Test
  void aPathThatIsTakenGivesOneSentence() throws IOException {
    Path taken = Files.writeString(folder.resolve("taken"), "a file", StandardCharsets.UTF_8);

    assertThatThrownBy(() -> write(SampleRuns.empty(), taken))
        .isInstanceOf(ReportException.class)
        .hasMessageStartingWith("cannot write \"" + taken.resolve("report.json") + "\": expected")
        .hasMessageContaining("FileAlreadyExists")
        .hasMessageContaining("choose another label");
  }

  @Test
  void equalRunsHaveEqualFiles() {
    List<RunAnalysis> runs = List.of(SampleRuns.queueing());

    assertThat(CurveChart.svg(runs)).isEqualTo(CurveChart.svg(List.of(SampleRuns.queueing())));
    assertThat(CurveChart.png(runs)).isEqualTo(CurveChart.png(List.of(SampleRuns.queueing())));
  }

  @ParameterizedTest
  @CsvSource({
    "np1, np1",
    "../../etc, etc",
    "'a b/c:d', a-b-c-d",
    "..., run",
    "'', run",
    "modèle_7B, modèle_7B"
  })
  void aLabelNamesAFolderThatStaysInItsParent(String label, String name) {
    assertThat(ReportFiles.folderName(label)).isEqualTo(name);
  }

  private static ReportFiles.Written write(RunAnalysis analysis, Path folder) {
    return ReportFiles.write(reported(analysis), SampleRequests.run(), folder);
  }

  private static Reported reported(RunAnalysis analysis) {
    return Reported.of(new Measured(SampleRequests.run(), analysis));
  }
}
