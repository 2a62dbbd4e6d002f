package org.gatlingllm.log;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the binary {@code simulation.log} of Gatling 3.13, 3.14 and 3.15, one record after the
 * other, without any class of Gatling. Memory holds one record and every distinct string of the
 * log, however long it is.
 *
 * <p>A log that ends early, or turns to nonsense on its way, is read up to there: the records
 * before are delivered, and the summary tells the byte. A record that Gatling itself tore is passed
 * over and counted. Only a log without a whole header is an exception.
 */
public final class SimulationLogReader {
  private static final int REQUEST = 1;
  private static final int USER = 2;
  private static final int GROUP = 3;
  private static final int ERROR = 4;
  private static final int END = -1;

  private final SimulationLogInput in;
  private final LogRecord.RunHeader header;
  private final Consumer<? super LogRecord> sink;

  private long records;
  private long wholeBytes;
  private long lostRecords;
  private long usersStarted;
  private long usersEnded;

  private SimulationLogReader(
      SimulationLogInput in, LogRecord.RunHeader header, Consumer<? super LogRecord> sink) {
    this.in = in;
    this.header = header;
    this.sink = sink;
  }

  /**
   * Hands every whole record to {@code sink}, the header first.
   *
   * @throws LogFormatException when there is no such file, it is a directory or empty, is not a
   *     {@code simulation.log}, comes from another version of Gatling, or ends inside its header
   * @throws UncheckedIOException when the file system fails
   */
  public static SimulationLogSummary read(Path file, Consumer<? super LogRecord> sink) {
    try (InputStream bytes = open(file)) {
      return read(file, bytes, sink);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read \"" + file + "\": the file system failed", e);
    }
  }

  /**
   * @param name what to call the log in messages
   * @param bytes the log from its first byte
   */
  static SimulationLogSummary read(Path name, InputStream bytes, Consumer<? super LogRecord> sink)
      throws IOException {
    try (SimulationLogInput in = new SimulationLogInput(bytes)) {
      LogRecord.RunHeader header = new SimulationLogHeader(name, in).read();
      SimulationLogReader reader = new SimulationLogReader(in, header, sink);
      reader.deliver(header);
      return reader.summary(reader.readToEnd());
    }
  }

  private static InputStream open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new LogFormatException(
          file,
          LogFormatException.NO_OFFSET,
          "expected a simulation.log, found a directory",
          "name the file inside it");
    }
    if (Files.notExists(file)) {
      throw new LogFormatException(
          file,
          LogFormatException.NO_OFFSET,
          "expected a simulation.log, found no such file",
          "name one of a run folder, such as one under target/gatling");
    }
    return Files.newInputStream(file);
  }

  private SimulationLogEnding readToEnd() throws IOException {
    try {
      long at = in.position();
      for (int mark = in.byteOrEnd(); mark != END; mark = in.byteOrEnd()) {
        deliverUnlessTorn(mark, at);
        at = in.position();
      }
      return new SimulationLogEnding.Complete();
    } catch (EOFException e) {
      return new SimulationLogEnding.Cut(in.position());
    } catch (SimulationLogCorruption e) {
      return new SimulationLogEnding.Corrupt(e.offset(), e.reason());
    }
  }

  private void deliverUnlessTorn(int mark, long at) throws IOException, SimulationLogCorruption {
    LogRecord read;
    try {
      read = record(mark, at);
    } catch (SimulationLogTorn e) {
      lostRecords++;
      return;
    }
    deliver(read);
  }

  private void deliver(LogRecord read) {
    records++;
    wholeBytes = in.position();
    if (read instanceof LogRecord.UserStart) {
      usersStarted++;
    } else if (read instanceof LogRecord.UserEnd) {
      usersEnded++;
    }
    sink.accept(read);
  }

  private SimulationLogSummary summary(SimulationLogEnding ending) {
    return new SimulationLogSummary(
        header, records, wholeBytes, lostRecords, usersStarted, usersEnded, ending);
  }

  private LogRecord record(int mark, long at) throws IOException, SimulationLogCorruption {
    return switch (mark) {
      case REQUEST -> request();
      case USER -> user();
      case GROUP -> group();
      case ERROR -> error();
      default ->
          throw new SimulationLogCorruption(
              at, "expected the mark of a record, 1 to 4, found " + mark);
    };
  }

  private LogRecord request() throws IOException, SimulationLogCorruption {
    List<String> groups = in.internedStrings();
    String name = in.internedString();
    long startMillis = timeMillis();
    long endMillis = timeMillis();
    boolean ok = in.flag();
    return new LogRecord.Request(groups, name, startMillis, endMillis, ok, in.internedString());
  }

  private LogRecord user() throws IOException, SimulationLogCorruption {
    String scenario = scenario();
    boolean start = in.flag();
    long timestampMillis = timeMillis();
    return start
        ? new LogRecord.UserStart(scenario, timestampMillis)
        : new LogRecord.UserEnd(scenario, timestampMillis);
  }

  private LogRecord group() throws IOException, SimulationLogCorruption {
    List<String> groups = in.internedStrings();
    long startMillis = timeMillis();
    long endMillis = timeMillis();
    int cumulatedResponseTimeMillis = in.int32();
    return new LogRecord.Group(
        groups, startMillis, endMillis, cumulatedResponseTimeMillis, in.flag());
  }

  private LogRecord error() throws IOException, SimulationLogCorruption {
    String message = in.internedString();
    return new LogRecord.Error(message, timeMillis());
  }

  private String scenario() throws IOException, SimulationLogCorruption {
    long at = in.position();
    int index = in.int32();
    if (index < 0 || index >= header.scenarios().size()) {
      throw new SimulationLogCorruption(
          at, "expected one of " + header.scenarios().size() + " scenarios, found " + index);
    }
    return header.scenarios().get(index);
  }

  private long timeMillis() throws IOException {
    return header.startMillis() + in.int32();
  }
}
