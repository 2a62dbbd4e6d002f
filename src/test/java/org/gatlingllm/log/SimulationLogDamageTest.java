package org.gatlingllm.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that end early, hold nonsense, or are none. */
class SimulationLogDamageTest {
  private static final SimulationLogGolden GOLDEN = SimulationLogGolden.GATLING_3_15;
  private static final int HEADER = SimulationLogGolden.HEADER_BYTES;
  private static final int VERSION_AT = 5;

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void aLogCutAnywhereAfterItsHeaderGivesTheWholeRecordsBefore(SimulationLogGolden golden) {
    byte[] log = golden.bytes();
    List<LogRecord> all = golden.records();
    for (int length = HEADER; length < log.length; length++) {
      List<LogRecord> read = new ArrayList<>();
      SimulationLogSummary summary =
          SimulationLogGolden.read(Arrays.copyOf(log, length), read::add);
      assertThat(read).hasSizeLessThan(all.size()).isEqualTo(all.subList(0, read.size()));
      assertThat(summary.ending()).isEqualTo(endingAt(length, summary.wholeBytes()));
    }
  }

  /** No other ending will do: a cut is never taken for corruption, nor for the end of a log. */
  private static SimulationLogEnding endingAt(int length, long wholeBytes) {
    return wholeBytes == length
        ? new SimulationLogEnding.Complete()
        : new SimulationLogEnding.Cut(length);
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void everyRecordIsReadAsSoonAsItsLastByteIsThere(SimulationLogGolden golden) {
    byte[] log = golden.bytes();
    long ends = 0;
    for (int length = HEADER; length <= log.length; length++) {
      SimulationLogSummary summary = SimulationLogGolden.read(Arrays.copyOf(log, length), r -> {});
      ends += summary.isBroken() ? 0 : 1;
      assertThat(summary.records()).isEqualTo(ends);
    }
    assertThat(ends).isEqualTo(golden.records().size());
  }

  @Test
  void aCutBetweenTwoRecordsShowsInItsUsers() {
    SimulationLogSummary summary =
        SimulationLogGolden.read(withoutLastRecord(GOLDEN.bytes()), r -> {});
    assertThat(summary.isBroken()).isFalse();
    assertThat(summary.usersStillRunning()).isEqualTo(1);
  }

  private static byte[] withoutLastRecord(byte[] log) {
    int userRecordBytes = 1 + 4 + 1 + 4;
    return Arrays.copyOf(log, log.length - userRecordBytes);
  }

  @Test
  void aHeaderThatIsCutIsOneClearSentence() {
    byte[] log = GOLDEN.bytes();
    for (int length = 1; length < HEADER; length++) {
      int cutAt = length;
      assertThatExceptionOfType(LogFormatException.class)
          .isThrownBy(() -> SimulationLogGolden.read(Arrays.copyOf(log, cutAt), r -> {}))
          .withMessage(
              "cannot read \"simulation.log\": expected the whole header of the run, found its end"
                  + " cut, at byte %d; Gatling writes in blocks of 8 KB and the rest when the run"
                  + " ends: wait for its end, or, if it was killed, use its streams.jsonl",
              cutAt)
          .satisfies(e -> assertThat(e.offset()).isEqualTo(cutAt));
    }
  }

  @Test
  void aCorruptHeaderTellsTheByte() {
    byte[] log = GOLDEN.bytes();
    int descriptionLengthAt = 48;
    log[descriptionLengthAt] = (byte) 0x80;
    assertThatThrownBy(() -> SimulationLogGolden.read(log, r -> {}))
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining("corrupt header, expected a count, found -2147483628, at byte 48; ");
  }

  @Test
  void aRecordWithoutAKnownMarkStopsTheReadingAndKeepsWhatWasRead() {
    byte[] log = GOLDEN.bytes();
    int userRecordBytes = 1 + 4 + 1 + 4;
    int third = HEADER + 2 * userRecordBytes;
    log[third] = 9;
    List<LogRecord> read = new ArrayList<>();
    SimulationLogSummary summary = SimulationLogGolden.read(log, read::add);
    assertThat(read).isEqualTo(GOLDEN.records().subList(0, 3));
    assertThat(summary.wholeBytes()).isEqualTo(third);
    assertThat(summary.ending())
        .isEqualTo(
            new SimulationLogEnding.Corrupt(
                third, "expected the mark of a record, 1 to 4, found 9"));
  }

  @Test
  void aScenarioThatIsNotInTheHeaderIsCorrupt() {
    byte[] log = GOLDEN.bytes();
    log[HEADER + 4] = 2;
    assertThat(SimulationLogGolden.read(log, r -> {}).ending())
        .isEqualTo(
            new SimulationLogEnding.Corrupt(HEADER + 1, "expected one of 2 scenarios, found 2"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x7f, 0xff})
  void aWrongByteAnywhereHarmsNoRecordBeforeIt(int wrong) {
    byte[] log = GOLDEN.bytes();
    for (int at = HEADER; at < log.length; at++) {
      List<LogRecord> before = new ArrayList<>();
      SimulationLogGolden.read(Arrays.copyOf(log, at), before::add);
      byte[] damaged = log.clone();
      damaged[at] = (byte) wrong;
      List<LogRecord> read = new ArrayList<>();
      SimulationLogGolden.read(damaged, read::add);
      assertThat(read).hasSizeGreaterThanOrEqualTo(before.size());
      assertThat(read.subList(0, before.size())).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.12.0", "3.16.0", "4.15.1", "3.1.55", "3.1500"})
  void anotherVersionIsRefused(String version) {
    assertThatThrownBy(() -> SimulationLogGolden.read(withVersion(version), r -> {}))
        .isInstanceOf(LogFormatException.class)
        .hasMessage(
            "cannot read \"simulation.log\": expected a simulation.log of Gatling 3.13 to 3.15,"
                + " found one of Gatling \"%s\", at byte 1; run the simulation again with one of"
                + " these, or read the log with that Gatling",
            version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.13.0", "3.14.12", "3.15-M1"})
  void everyPatchOfAKnownVersionIsRead(String version) {
    assertThat(SimulationLogGolden.read(withVersion(version), r -> {}).header().gatlingVersion())
        .isEqualTo(version);
  }

  private static byte[] withVersion(String version) {
    byte[] log = GOLDEN.bytes();
    byte[] latin1 = version.getBytes(StandardCharsets.ISO_8859_1);
    int rest = VERSION_AT + GOLDEN.version().length();
    byte[] changed = new byte[log.length + latin1.length - GOLDEN.version().length()];
    changed[VERSION_AT - 1] = (byte) latin1.length;
    System.arraycopy(latin1, 0, changed, VERSION_AT, latin1.length);
    System.arraycopy(log, rest, changed, VERSION_AT + latin1.length, log.length - rest);
    return changed;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"RUN\tgolden\t3.9\n", "\0\0\0\0\0", "\0\0\0\0\5hello\0 and so on", "\0\177\0\0\0"})
  void anotherKindOfFileIsRefused(String text) {
    assertThatThrownBy(
            () -> SimulationLogGolden.read(text.getBytes(StandardCharsets.ISO_8859_1), r -> {}))
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining(
            "expected a simulation.log of Gatling 3.13 to 3.15, found another kind of file")
        .hasMessageEndingWith(
            "name the simulation.log of a run folder, such as one under" + " target/gatling");
  }

  @Test
  void anEmptyFileIsRefused(@TempDir Path folder) throws IOException {
    Path empty = Files.createFile(folder.resolve("simulation.log"));
    assertThatThrownBy(() -> SimulationLogReader.read(empty, r -> {}))
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining("found an empty file, at byte 0; Gatling writes in blocks of 8 KB");
  }

  @Test
  void aDirectoryIsRefused(@TempDir Path folder) {
    assertThatThrownBy(() -> SimulationLogReader.read(folder, r -> {}))
        .isInstanceOf(LogFormatException.class)
        .hasMessage(
            "cannot read \"%s\": expected a simulation.log, found a directory; name the file inside"
                + " it",
            folder);
  }

  @Test
  void aMissingFileIsRefused(@TempDir Path folder) {
    Path missing = folder.resolve("nothing.log");
    assertThatExceptionOfType(LogFormatException.class)
        .isThrownBy(() -> SimulationLogReader.read(missing, r -> {}))
        .withMessageContaining("expected a simulation.log, found no such file; name one")
        .satisfies(e -> assertThat(e.file()).isEqualTo(missing));
  }

  @Test
  void aFileOnDiskReadsAsItsBytes(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("simulation.log"), GOLDEN.bytes());
    List<LogRecord> read = new ArrayList<>();
    SimulationLogReader.read(file, read::add);
    assertThat(read).isEqualTo(GOLDEN.records());
  }
}
