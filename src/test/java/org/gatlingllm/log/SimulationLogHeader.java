package org.gatlingllm.log;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the first record of a {@code simulation.log}. Without it nothing else can be read, so here,
 * and only here, a cut or corrupt file is an exception.
 */
final class SimulationLogHeader {
  private static final int RUN = 0;
  private static final Pattern ANY_VERSION = Pattern.compile("\\d+\\.\\d+.*");
  private static final Pattern KNOWN_VERSION = Pattern.compile("3\\.1[345]([.-].*)?");
  private static final String EXPECTED =
      "expected a simulation.log of Gatling 3.13 to 3.15, found ";
  private static final String NAME_ANOTHER =
      "name the simulation.log of a run folder, such as one under target/gatling";
  private static final String WAIT =
      "Gatling writes in blocks of 8 KB and the rest when the run ends: wait for its end, or, if it"
          + " was killed, use its streams.jsonl";

  private final Path file;
  private final SimulationLogInput in;

  /**
   * @param file what to call the log in messages
   * @param in at the first byte of the log
   */
  SimulationLogHeader(Path file, SimulationLogInput in) {
    this.file = file;
    this.in = in;
  }

  /**
   * @throws LogFormatException when the log is empty, not a {@code simulation.log}, of a version
   *     that is not known, or has no whole header
   */
  LogRecord.RunHeader read() throws IOException {
    expectRunMark();
    try {
      return fields(version());
    } catch (EOFException e) {
      throw problem(in.position(), "expected the whole header of the run, found its end cut", WAIT);
    } catch (SimulationLogCorruption e) {
      throw problem(e.offset(), "corrupt header, " + e.reason(), NAME_ANOTHER);
    }
  }

  private void expectRunMark() throws IOException {
    int mark = in.byteOrEnd();
    if (mark < 0) {
      throw problem(0, EXPECTED + "an empty file", WAIT);
    }
    if (mark != RUN) {
      throw problem(0, EXPECTED + "another kind of file", NAME_ANOTHER);
    }
  }

  private String version() throws IOException {
    long at = in.position();
    String version;
    try {
      version = in.string();
    } catch (SimulationLogCorruption e) {
      throw problem(at, EXPECTED + "another kind of file", NAME_ANOTHER);
    }
    if (!ANY_VERSION.matcher(version).matches()) {
      throw problem(at, EXPECTED + "another kind of file", NAME_ANOTHER);
    }
    if (!KNOWN_VERSION.matcher(version).matches()) {
      throw problem(
          at,
          EXPECTED + "one of Gatling \"" + version + "\"",
          "run the simulation again with one of these, or read the log with that Gatling");
    }
    return version;
  }

  private LogRecord.RunHeader fields(String version) throws IOException, SimulationLogCorruption {
    String simulationClassName = in.string();
    long startMillis = in.int64();
    String description = in.string();
    List<String> scenarios = scenarios();
    skipAssertions();
    return new LogRecord.RunHeader(
        version, simulationClassName, startMillis, description, scenarios);
  }

  private List<String> scenarios() throws IOException, SimulationLogCorruption {
    int count = in.count();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(in.string());
    }
    return names;
  }

  /** Assertions are objects in a Scala library's form; their length is all there is to know. */
  private void skipAssertions() throws IOException, SimulationLogCorruption {
    int count = in.count();
    for (int i = 0; i < count; i++) {
      in.skip(in.count());
    }
  }

  private LogFormatException problem(long offset, String problem, String remedy) {
    return new LogFormatException(file, offset, problem, remedy);
  }
}
