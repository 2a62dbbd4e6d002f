package org.gatlingllm.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.gatlingllm.metric.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunReaderTest {

  @Test
  void folderWithNeitherLogIsRefusedInOneSentence(@TempDir Path folder) {
    assertThatThrownBy(() -> RunReader.read(folder))
        .isInstanceOf(LogFormatException.class)
        .hasMessage(
            "cannot read \"%s\": expected a run folder with streams.jsonl or simulation.log, found"
                    .formatted(folder)
                + " neither; name one such as target/gatling/<simulation>-<timestamp>, or run a"
                + " simulation first");
    assertThatThrownBy(() -> RunReader.read(folder.resolve("gone")))
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining("found no such folder");
  }

  @Test
  void simulationLogAloneIsARunWithoutStreams(@TempDir Path folder) throws IOException {
    Path run = Files.createDirectory(folder.resolve("curve-1"));
    Files.write(run.resolve("simulation.log"), SimulationLogGolden.GATLING_3_15.bytes());
    Run read = RunReader.read(run);
    assertThat(read.header().label()).isEqualTo("curve-1");
    assertThat(read.header().gatlingVersion()).isEqualTo("3.15.1");
    assertThat(read.header().target().baseUrl()).isEmpty();
    assertThat(read.requests()).isEmpty();
    assertThat(gatling(read).complete()).isTrue();
    assertThat(gatling(read).requests().values().stream().mapToInt(r -> r.size()).sum())
        .isEqualTo((int) SimulationLogGolden.GATLING_3_15.requests().count());
    assertThat(read.remarks()).singleElement().asString().startsWith("streams.jsonl: none in");
  }

  @Test
  void streamsAloneAreARunWithoutAWitness(@TempDir Path folder) {
    writeStreams(folder);
    Run read = RunReader.read(folder);
    assertThat(read.gatling()).isNull();
    assertThat(read.header().label()).isEqualTo("night");
    assertThat(read.requests()).hasSize(1);
    assertThat(read.remarks()).singleElement().asString().startsWith("simulation.log: none in");
  }

  @Test
  void bothLogsAreJoined(@TempDir Path folder) throws IOException {
    writeStreams(folder);
    Files.write(folder.resolve("simulation.log"), SimulationLogGolden.GATLING_3_15.bytes());
    Run read = RunReader.read(folder);
    assertThat(gatling(read).complete()).isTrue();
    assertThat(read.remarks())
        .contains("simulation.log: level \"c=8\" lacks \"chat ttft\" of 1 stream within 2 ms");
  }

  @Test
  void cutSimulationLogIsNotCompleteWhereverItIsCut(@TempDir Path folder) throws IOException {
    byte[] whole = SimulationLogGolden.GATLING_3_15.bytes();
    Path file = folder.resolve("simulation.log");
    for (int length = SimulationLogGolden.HEADER_BYTES; length < whole.length; length += 17) {
      Files.write(file, Arrays.copyOf(whole, length));
      Run read = RunReader.read(folder);
      boolean usersMayHaveEnded = length == SimulationLogGolden.HEADER_BYTES;
      assertThat(gatling(read).complete()).as("cut at %d", length).isEqualTo(usersMayHaveEnded);
    }
  }

  @Test
  void simulationLogThatGatlingHasNotWrittenYetDoesNotSpoilTheStreams(@TempDir Path folder)
      throws IOException {
    writeStreams(folder);
    Files.write(folder.resolve("simulation.log"), new byte[0]);
    Run read = RunReader.read(folder);
    assertThat(read.requests()).hasSize(1);
    assertThat(read.gatling()).isNull();
    assertThat(read.remarks())
        .singleElement()
        .asString()
        .startsWith("simulation.log: left out, cannot read \"")
        .contains("an empty file");
  }

  @Test
  void streamsThatCannotBeReadAreNotPassedOver(@TempDir Path folder) throws IOException {
    Files.write(folder.resolve("simulation.log"), SimulationLogGolden.GATLING_3_15.bytes());
    Files.writeString(folder.resolve("streams.jsonl"), "{\"schema_version\":99}\n");
    assertThatThrownBy(() -> RunReader.read(folder))
        .isInstanceOf(LogFormatException.class)
        .hasMessageContaining("found schema_version 99");
  }

  private static void writeStreams(Path folder) {
    Path file = folder.resolve(StreamLogWriter.FILE_NAME);
    try (StreamLogWriter writer = StreamLogWriter.open(file, StreamLogSamples.HEADER)) {
      writer.levelStarted(StreamLogSamples.CLOSED);
      writer.append(StreamLogSamples.stream(0, 3));
    }
  }

  private static Run.GatlingLog gatling(Run run) {
    return Objects.requireNonNull(run.gatling());
  }
}
