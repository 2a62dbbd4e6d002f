package org.gatlingllm.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gatlingllm.metric.RunHeader;

/**
 * Reads a {@code streams.jsonl}, whole or while it is being written.
 *
 * <p>Only a file without a whole header of the known version is an exception. A last line that is
 * cut, lines that make no sense and kinds of line that are not known are passed over and told in
 * the remarks; fields that are not known are ignored.
 */
public final class StreamLogReader {
  private static final String HEADER_START = "{\"" + StreamLogFields.SCHEMA_VERSION + "\":";
  private static final String EXPECTED = "expected a streams.jsonl, found ";
  private static final String NAME_ANOTHER =
      "name the streams.jsonl of a run folder, such as one under target/gatling";
  private static final String RUN_AGAIN =
      "the run was stopped before it sent anything: run it again";

  private final Path name;
  private final StreamLogLines lines;
  private final StreamLogParser parser = new StreamLogParser();

  private StreamLogReader(Path name, StreamLogLines lines) {
    this.name = name;
    this.lines = lines;
  }

  /**
   * Reads the file as far as it goes.
   *
   * @throws LogFormatException when there is no such file, it is a directory or empty, is not a
   *     {@code streams.jsonl}, has another schema version, or ends inside its header
   * @throws UncheckedIOException when the file system fails
   */
  public static StreamLog read(Path file) {
    if (!Files.isRegularFile(file)) {
      String found = Files.isDirectory(file) ? "a directory" : "no such file";
      throw new LogFormatException(
          file, LogFormatException.NO_OFFSET, EXPECTED + found, NAME_ANOTHER);
    }
    try (InputStream bytes = Files.newInputStream(file)) {
      return read(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read \"" + file + "\": the file system failed", e);
    }
  }

  /**
   * @param name what to call the file in messages
   * @param bytes the file from its first byte
   */
  static StreamLog read(Path name, InputStream bytes) throws IOException {
    try (StreamLogLines lines = new StreamLogLines(bytes)) {
      return new StreamLogReader(name, lines).read();
    }
  }

  private StreamLog read() throws IOException {
    StreamLogContents contents = new StreamLogContents(header());
    while (lines.next()) {
      if (lines.length() > 0 || lines.tooLong()) {
        take(contents);
      }
    }
    return contents.log();
  }

  private void take(StreamLogContents contents) {
    try {
      contents.add(lines.number(), parsed());
    } catch (StreamLogCorruption e) {
      if (lines.ended()) {
        contents.skipped(lines.number(), e.reason());
      } else {
        contents.cut(lines.number());
      }
    }
  }

  private StreamLogParser.Content parsed() throws StreamLogCorruption {
    if (lines.tooLong()) {
      throw new StreamLogCorruption(
          "expected at most " + StreamLogLines.MAX_LINE_BYTES + " bytes, found more");
    }
    return parser.parse(lines.bytes(), lines.length());
  }

  private RunHeader header() throws IOException {
    if (!lines.next()) {
      throw problem(EXPECTED + "an empty file", RUN_AGAIN);
    }
    try {
      if (parsed() instanceof StreamLogParser.Header header) {
        return header(header);
      }
      throw problem(EXPECTED + "a first line that is no header", NAME_ANOTHER);
    } catch (StreamLogCorruption e) {
      throw noHeader(e);
    }
  }

  private RunHeader header(StreamLogParser.Header header) throws StreamLogCorruption {
    if (header.version() != StreamLogFields.VERSION) {
      throw problem(
          "expected schema_version "
              + StreamLogFields.VERSION
              + ", found schema_version "
              + header.version(),
          "read it with the gatling-llm that wrote it, or run again with this one");
    }
    return StreamLogParser.header(header.fields());
  }

  private LogFormatException noHeader(StreamLogCorruption e) {
    int length = Math.min(lines.length(), HEADER_START.length());
    String start = new String(lines.bytes(), 0, length, UTF_8);
    if (!HEADER_START.startsWith(start)) {
      return problem(EXPECTED + "another kind of file", NAME_ANOTHER);
    }
    if (!lines.ended()) {
      return problem("expected the whole header, found its end cut", RUN_AGAIN);
    }
    return problem("corrupt header, " + e.reason(), NAME_ANOTHER);
  }

  private LogFormatException problem(String problem, String remedy) {
    return new LogFormatException(name, 0, problem, remedy);
  }
}
