package org.gatlingllm.gatling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gatlingllm.gatling.Trace.Row;

/** A format of traces, one request a line. */
sealed interface TraceFormat {
  /** What a first line should be. */
  String EXPECTED =
      "JSON lines with timestamp, input_length and output_length (Mooncake), or CSV with the"
          + " columns TIMESTAMP, ContextTokens, GeneratedTokens (Azure) or Timestamp, Request"
          + " tokens, Response tokens (BurstGPT)";

  /** Whether the first line names the columns. */
  boolean headed();

  /** What a line should be. */
  String described();

  /** More is damage: a century in nanoseconds, whose difference to another fits into a long. */
  double MOST_NANOS = 3.2e18;

  /** Reads a line; its time is since any instant. Throws whatever when it cannot. */
  Row row(String line) throws IOException;

  /** A time that can be, in nanoseconds. */
  static long nanos(double value) throws IOException {
    if (!(Math.abs(value) <= MOST_NANOS)) {
      throw new IOException("no time: " + value);
    }
    return Math.round(value);
  }

  /** A number of tokens that can be: traces tell of failures by 0. */
  static int tokens(double value) throws IOException {
    if (!(value >= 0 && value <= Prompts.MOST_TOKENS)) {
      throw new IOException("no number of tokens: " + value);
    }
    return (int) value;
  }

  /** The format of a file that begins with this line. */
  static Optional<TraceFormat> of(String firstLine) {
    if (firstLine.startsWith("{")) {
      return Optional.of(new Mooncake());
    }
    List<String> columns =
        Arrays.stream(firstLine.split(",", -1))
            .map(c -> c.strip().toLowerCase(Locale.ROOT))
            .toList();
    int time = columns.indexOf("timestamp");
    int azure = columns.indexOf("contexttokens");
    int prompt = azure >= 0 ? azure : columns.indexOf("request tokens");
    int output = columns.indexOf(azure >= 0 ? "generatedtokens" : "response tokens");
    return time < 0 || prompt < 0 || output < 0
        ? Optional.empty()
        : Optional.of(new Csv(time, prompt, output, azure >= 0));
  }

  /** JSON Lines. */
  record Mooncake() implements TraceFormat {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public boolean headed() {
      return false;
    }

    @Override
    public String described() {
      return "an object with the numbers timestamp, input_length and output_length";
    }

    @Override
    public Row row(String line) throws IOException {
      JsonNode node = JSON.readTree(line);
      return new Row(
          TraceFormat.nanos(number(node, "timestamp") * NANOS_PER_MILLI),
          TraceFormat.tokens(number(node, "input_length")),
          TraceFormat.tokens(number(node, "output_length")));
    }

    private static double number(JsonNode node, String field) throws IOException {
      if (!node.path(field).isNumber()) {
        throw new IOException(field);
      }
      return node.path(field).asDouble();
    }
  }

  /**
   * Comma-separated, without quotes.
   *
   * @param time column of the time; {@code prompt}, {@code output} likewise
   * @param dated whether times are dates, else seconds
   */
  record Csv(int time, int prompt, int output, boolean dated) implements TraceFormat {
    private static final Pattern ZONE = Pattern.compile("(Z|[+-]00:?00)$");
    private static final LocalDateTime SOME_DAY = LocalDateTime.of(2020, 1, 1, 0, 0);
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public boolean headed() {
      return true;
    }

    @Override
    public String described() {
      return (dated ? "a date and time as in 2023-11-16 18:15:46.68" : "seconds")
          + " and two token counts in the columns of the first line";
    }

    @Override
    public Row row(String line) throws IOException {
      String[] fields = line.split(",", -1);
      return new Row(
          nanosOf(fields[time].strip()),
          TraceFormat.tokens(Double.parseDouble(fields[prompt].strip())),
          TraceFormat.tokens(Double.parseDouble(fields[output].strip())));
    }

    private long nanosOf(String text) throws IOException {
      if (!dated) {
        return TraceFormat.nanos(Double.parseDouble(text) * NANOS_PER_SECOND);
      }
      LocalDateTime at =
          LocalDateTime.parse(ZONE.matcher(text).replaceFirst("").strip().replace(' ', 'T'));
      return ChronoUnit.NANOS.between(SOME_DAY, at); // throws where that is more than a long
    }
  }
}
