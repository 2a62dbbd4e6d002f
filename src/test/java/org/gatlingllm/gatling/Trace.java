package org.gatlingllm.gatling;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Requests that once were: when each came, how long its prompt and its answer were. Three formats
 * are read, told apart by their first line:
 *
 * <ul>
 *   <li>Mooncake's JSON Lines: {@code timestamp} in milliseconds, {@code input_length}, {@code
 *       output_length} ({@code hash_ids} is not looked at: prompts share no beginnings);
 *   <li>Azure's LLM inference traces, CSV: {@code TIMESTAMP} as a date and time, {@code
 *       ContextTokens}, {@code GeneratedTokens};
 *   <li>BurstGPT, CSV: {@code Timestamp} in seconds, {@code Request tokens}, {@code Response
 *       tokens}.
 * </ul>
 *
 * @param rows in the order of their times; the first one's is 0
 */
record Trace(List<Row> rows) {
  /**
   * One request.
   *
   * @param nanos since the first one
   * @param promptTokens at least 1
   * @param outputTokens at least 1: traces tell of failed requests by 0
   */
  record Row(long nanos, int promptTokens, int outputTokens) {}

  /** Copies the rows. */
  Trace {
    rows = List.copyOf(rows);
  }

  /**
   * Reads a trace.
   *
   * @throws SettingsException when the file is not there, is in no known format, or a line cannot
   *     be read
   */
  static Trace read(Path file) {
    try (BufferedReader reader = Files.newBufferedReader(file, UTF_8)) {
      return of(reader, file.toString());
    } catch (CharacterCodingException e) {
      throw new SettingsException(
          "cannot replay trace \""
              + file
              + "\": expected a text in UTF-8, found another encoding; save it as UTF-8");
    } catch (NoSuchFileException e) {
      throw new SettingsException(
          "cannot replay trace \"" + file + "\": expected a readable file, found none");
    } catch (IOException e) {
      throw new SettingsException(
          "cannot replay trace \""
              + file
              + "\": expected a readable file, found that it cannot be read ("
              + e.getMessage()
              + ")");
    }
  }

  static Trace of(BufferedReader reader, String name) throws IOException {
    String begun = reader.readLine();
    String first = begun == null ? "" : begun.replace("\uFEFF", ""); // Windows writes that mark
    TraceFormat format =
        TraceFormat.of(first).orElseThrow(() -> wrong(name, 1, TraceFormat.EXPECTED));
    List<Row> rows = new ArrayList<>();
    int number = 1;
    String line = format.headed() ? reader.readLine() : first;
    for (; line != null; line = reader.readLine()) {
      number++;
      if (!line.isBlank()) {
        rows.add(row(format, line, name, format.headed() ? number : number - 1));
      }
    }
    if (rows.isEmpty()) {
      throw wrong(name, number, "at least one request");
    }
    return sorted(rows);
  }

  private static Row row(TraceFormat format, String line, String name, int number) {
    try {
      return format.row(line);
    } catch (IOException | RuntimeException e) {
      throw wrong(name, number, format.described());
    }
  }

  private static Trace sorted(List<Row> rows) {
    rows.sort(Comparator.comparingLong(Row::nanos));
    long base = rows.get(0).nanos;
    return new Trace(
        rows.stream()
            .map(
                r ->
                    new Row(
                        r.nanos - base, Math.max(1, r.promptTokens), Math.max(1, r.outputTokens)))
            .toList());
  }

  private static SettingsException wrong(String name, int line, String expected) {
    return new SettingsException(
        "cannot replay trace \"%s\": expected %s, found something else in line %d"
            .formatted(name, expected, line));
  }

  /** The instants, each multiplied: 0.5 replays at twice the speed. */
  long[] arrivalNanos(double timeScale) {
    return rows.stream().mapToLong(r -> Math.round(r.nanos * timeScale)).toArray();
  }

  /** Mean rate of the replay in requests per second, or NaN for a single request. */
  double requestsPerSecond(double timeScale) {
    long span = rows.get(rows.size() - 1).nanos;
    return span == 0 ? Double.NaN : (rows.size() - 1) / (span * timeScale / 1e9);
  }
}
