package org.gatlingllm.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.TokenCounts;

/** Lines of {@code streams.jsonl} to values, as {@link StreamLogFields} lays down. */
final class StreamLogParser {
  private static final JsonFactory JSON = new JsonFactory();

  private final StreamLogStreamLine streamLine = new StreamLogStreamLine();

  /** What a line says, by its kind. */
  sealed interface Content {}

  record Header(long version, StreamLogObject fields) implements Content {}

  record LevelStarted(Level level) implements Content {}

  record Stream(RequestRecord request) implements Content {}

  record ClientObserved(String level, ClientHealth health) implements Content {}

  record EngineRead(EngineReading reading) implements Content {}

  record Overruns(long count) implements Content {}

  record End(long streams, long overruns) implements Content {}

  /** A kind of line that a later writer may have. */
  record Unknown(String kind) implements Content {}

  /**
   * @throws StreamLogCorruption when the line is not one whole object, or lacks what its kind needs
   */
  Content parse(byte[] line, int length) throws StreamLogCorruption {
    try (JsonParser json = JSON.createParser(line, 0, length)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new StreamLogCorruption("expected a JSON object, found something else");
      }
      String kind = json.nextFieldName();
      Content content = content(kind == null ? "" : kind, json);
      if (json.nextToken() != null) {
        throw new StreamLogCorruption("expected one JSON object, found more");
      }
      return content;
    } catch (JsonProcessingException e) {
      throw new StreamLogCorruption(
          "expected valid JSON, found none from column " + e.getLocation().getColumnNr());
    } catch (IOException | IllegalArgumentException | ArithmeticException e) {
      throw new StreamLogCorruption("expected values that go together, found " + e.getMessage());
    }
  }

  private Content content(String kind, JsonParser json) throws IOException, StreamLogCorruption {
    if (kind.equals(StreamLogFields.STREAM)) {
      return new Stream(streamLine.read(json));
    }
    StreamLogObject fields = StreamLogObject.read(json);
    return switch (kind) {
      case StreamLogFields.SCHEMA_VERSION -> new Header(fields.whole(kind), fields);
      case StreamLogFields.LEVEL -> new LevelStarted(level(fields));
      case StreamLogFields.CLIENT -> new ClientObserved(fields.text(kind), client(fields));
      case StreamLogFields.ENGINE -> new EngineRead(engine(fields));
      case StreamLogFields.OVERRUNS -> new Overruns(fields.whole(kind));
      case StreamLogFields.END ->
          new End(fields.whole(kind), fields.whole(StreamLogFields.OVERRUNS));
      default -> new Unknown(kind);
    };
  }

  /** The header of the version that is known. */
  static RunHeader header(StreamLogObject fields) throws StreamLogCorruption {
    StreamLogObject target = fields.object(StreamLogFields.TARGET);
    return new RunHeader(
        fields.text(StreamLogFields.LABEL),
        fields.text(StreamLogFields.SIMULATION),
        fields.text(StreamLogFields.GATLING_VERSION),
        fields.text(StreamLogFields.JAVA_VERSION),
        fields.whole(StreamLogFields.CLOCK_BASE),
        0,
        fields.whole(StreamLogFields.SEED),
        new RunHeader.Target(
            target.text(StreamLogFields.BASE_URL),
            target.text(StreamLogFields.DIALECT),
            target.text(StreamLogFields.MODEL)),
        fields.object(StreamLogFields.SETTINGS).texts());
  }

  private static Level level(StreamLogObject fields) throws StreamLogCorruption {
    return new Level(
        fields.text(StreamLogFields.LEVEL),
        load(fields),
        fields.count(StreamLogFields.REPEAT, 1),
        fields.optionalText(StreamLogFields.TARGET),
        fields.count(StreamLogFields.PROMPT_TOKENS, TokenCounts.UNKNOWN),
        fields.count(StreamLogFields.MAX_TOKENS, TokenCounts.UNKNOWN),
        fields.flag(StreamLogFields.EXACT_LENGTH),
        fields.flag(StreamLogFields.PACED));
  }

  private static Level.Load load(StreamLogObject fields) throws StreamLogCorruption {
    String mode = fields.text(StreamLogFields.MODE);
    return switch (mode) {
      case StreamLogFields.CLOSED_MODE ->
          new Level.Closed(Math.toIntExact(fields.whole(StreamLogFields.CONCURRENCY)));
      case StreamLogFields.OPEN_MODE ->
          new Level.Open(
              fields.number(StreamLogFields.RATE),
              fields.number(StreamLogFields.PEAK_SHARE),
              fields.text(StreamLogFields.ARRIVALS));
      default ->
          throw new StreamLogCorruption(
              "expected the mode \"closed\" or \"open\", found \"" + mode + "\"");
    };
  }

  private static ClientHealth client(StreamLogObject fields) throws StreamLogCorruption {
    return new ClientHealth(
        nanos(fields, StreamLogFields.LAG_P50),
        nanos(fields, StreamLogFields.LAG_P99),
        nanos(fields, StreamLogFields.LAG_MAX),
        nanos(fields, StreamLogFields.GC_PAUSE),
        fields.whole(StreamLogFields.GC_COUNT),
        fields.number(StreamLogFields.PROCESS_CPU_SHARE),
        fields.number(StreamLogFields.MACHINE_CPU_SHARE),
        fields.number(StreamLogFields.STEAL_SHARE),
        fields.number(StreamLogFields.ALLOCATION_RATE),
        nanos(fields, StreamLogFields.PROCESS_CPU));
  }

  private static EngineReading engine(StreamLogObject fields) throws StreamLogCorruption {
    Map<EngineGauge, Double> values = new EnumMap<>(EngineGauge.class);
    for (EngineGauge gauge : EngineGauge.values()) {
      double value = fields.number(gauge.tag());
      if (!Double.isNaN(value)) {
        values.put(gauge, value);
      }
    }
    return new EngineReading(
        nanos(fields, StreamLogFields.ENGINE),
        values,
        fields.optionalText(StreamLogFields.FAILURE));
  }

  private static long nanos(StreamLogObject fields, String name) throws StreamLogCorruption {
    return TimeUnit.MICROSECONDS.toNanos(fields.whole(name));
  }
}
