package org.gatlingllm.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The logs of three real runs of one simulation, and what Gatling itself said about each run in its
 * console summary and the statistics page of its HTML report (see EXPECTED.md beside each log).
 *
 * @param startedAt the time in the name of the run's folder
 * @param requests all of them
 * @param failed those of them that failed
 * @param card the requests "card" in the groups "order", "pay"
 * @param order the cumulated response times of the groups "order"
 * @param pay the cumulated response times of the groups "pay" in "order"
 * @param foundWords what stands between "expected" and "found" in a check's message: not the same
 *     in 3.13 and later
 */
record SimulationLogGolden(
    String version,
    String startedAt,
    Stats requests,
    Stats failed,
    Stats card,
    Stats order,
    Stats pay,
    String foundWords) {

  static final SimulationLogGolden GATLING_3_13 =
      new SimulationLogGolden(
          "3.13.5",
          "2026-11-29T19:32:24.108Z",
          new Stats(87, 26, 187, 86),
          new Stats(10, 67, 72, 69),
          new Stats(24, 161, 187, 166),
          new Stats(24, 255, 363, 276),
          new Stats(24, 228, 255, 234),
          "but actually found ");
  static final SimulationLogGolden GATLING_3_14 =
      new SimulationLogGolden(
          "3.14.9",
          "2026-11-29T19:32:28.769Z",
          new Stats(87, 26, 188, 87),
          new Stats(10, 66, 72, 68),
          new Stats(24, 161, 188, 166),
          new Stats(24, 256, 378, 280),
          new Stats(24, 228, 255, 235),
          "found ");
  static final SimulationLogGolden GATLING_3_15 =
      new SimulationLogGolden(
          "3.15.1",
          "2026-11-29T19:32:07.926Z",
          new Stats(87, 27, 214, 89),
          new Stats(10, 66, 72, 70),
          new Stats(24, 162, 214, 169),
          new Stats(24, 259, 377, 284),
          new Stats(24, 230, 244, 236),
          "found ");

  /** Where the first record after the header begins in each of them: counted in a hex dump. */
  static final int HEADER_BYTES = 195;

  /** Response times as Gatling reports them: milliseconds, the mean to a whole one. */
  record Stats(long count, long minMillis, long maxMillis, double meanMillis) {}

  /** One for each minor version that can be read. */
  static Stream<SimulationLogGolden> all() {
    return Stream.of(GATLING_3_13, GATLING_3_14, GATLING_3_15);
  }

  byte[] bytes() {
    return bytes("simulation-" + version + "/simulation.log");
  }

  /**
   * @param name of a log among this package's resources
   */
  static byte[] bytes(String name) {
    try (InputStream in =
        Objects.requireNonNull(SimulationLogGolden.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<LogRecord> records() {
    List<LogRecord> records = new ArrayList<>();
    read(bytes(), records::add);
    return records;
  }

  <T extends LogRecord> List<T> records(Class<T> type) {
    return records().stream().filter(type::isInstance).map(type::cast).toList();
  }

  static SimulationLogSummary read(byte[] log, Consumer<LogRecord> sink) {
    try {
      return SimulationLogReader.read(
          Path.of("simulation.log"), new ByteArrayInputStream(log), sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
