package org.gatlingllm.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.TokenCounts;
import org.jspecify.annotations.Nullable;

/**
 * Values to lines of {@code streams.jsonl}, as {@link StreamLogFields} lays down. Each call fills
 * {@link #line()} anew, so that a line that cannot be made leaves no half of itself in the file.
 * Confined to one thread.
 */
final class StreamLogFormat {
  private static final JsonFactory JSON = new JsonFactory();

  private final ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 12);
  private final StreamLogTimings timings;

  /**
   * @param baseNanos the clock base on the monotonic clock
   */
  StreamLogFormat(long baseNanos) {
    timings = new StreamLogTimings(baseNanos);
  }

  /** What the last call wrote, line end included. */
  ByteArrayOutputStream line() {
    return line;
  }

  private interface Fields {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private void write(Fields fields) throws IOException {
    line.reset();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      fields.writeTo(json);
      json.writeEndObject();
    }
    line.write('\n');
  }

  void header(RunHeader header) throws IOException {
    write(
        json -> {
          json.writeNumberField(StreamLogFields.SCHEMA_VERSION, StreamLogFields.VERSION);
          json.writeNumberField(StreamLogFields.CLOCK_BASE, header.startedAtMicros());
          json.writeObjectFieldStart(StreamLogFields.UNITS);
          json.writeStringField("times", "us since clock_base_epoch_us");
          json.writeStringField("durations", "us");
          json.writeEndObject();
          text(json, StreamLogFields.LABEL, header.label());
          text(json, StreamLogFields.SIMULATION, header.simulation());
          text(json, StreamLogFields.GATLING_VERSION, header.gatlingVersion());
          text(json, StreamLogFields.JAVA_VERSION, header.javaVersion());
          json.writeNumberField(StreamLogFields.SEED, header.seed());
          target(json, header.target());
          settings(json, header.settings());
        });
  }

  private static void target(JsonGenerator json, RunHeader.Target target) throws IOException {
    json.writeObjectFieldStart(StreamLogFields.TARGET);
    text(json, StreamLogFields.BASE_URL, target.baseUrl());
    text(json, StreamLogFields.DIALECT, target.dialect());
    text(json, StreamLogFields.MODEL, target.model());
    json.writeEndObject();
  }

  private static void settings(JsonGenerator json, Map<String, String> settings)
      throws IOException {
    json.writeObjectFieldStart(StreamLogFields.SETTINGS);
    for (Map.Entry<String, String> each : settings.entrySet()) {
      text(json, StreamLogText.unicode(each.getKey()), each.getValue());
    }
    json.writeEndObject();
  }

  void level(Level level) throws IOException {
    write(
        json -> {
          text(json, StreamLogFields.LEVEL, level.name());
          load(json, level.load());
          json.writeNumberField(StreamLogFields.REPEAT, level.repeat());
          text(json, StreamLogFields.TARGET, level.target());
          count(json, StreamLogFields.PROMPT_TOKENS, level.promptTokens());
          count(json, StreamLogFields.MAX_TOKENS, level.maxTokens());
          json.writeBooleanField(StreamLogFields.EXACT_LENGTH, level.exactLength());
          json.writeBooleanField(StreamLogFields.PACED, level.paced());
        });
  }

  private static void load(JsonGenerator json, Level.Load load) throws IOException {
    if (load instanceof Level.Closed closed) {
      json.writeStringField(StreamLogFields.MODE, StreamLogFields.CLOSED_MODE);
      json.writeNumberField(StreamLogFields.CONCURRENCY, closed.concurrency());
    } else if (load instanceof Level.Open open) {
      json.writeStringField(StreamLogFields.MODE, StreamLogFields.OPEN_MODE);
      number(json, StreamLogFields.RATE, open.requestsPerSecond());
      number(json, StreamLogFields.PEAK_SHARE, open.peakShare());
      text(json, StreamLogFields.ARRIVALS, open.arrivals());
    }
  }

  void client(String level, ClientHealth health) throws IOException {
    write(
        json -> {
          text(json, StreamLogFields.CLIENT, level);
          StreamLogTimings.duration(json, StreamLogFields.LAG_P50, health.lagP50Nanos());
          StreamLogTimings.duration(json, StreamLogFields.LAG_P99, health.lagP99Nanos());
          StreamLogTimings.duration(json, StreamLogFields.LAG_MAX, health.lagMaxNanos());
          StreamLogTimings.duration(json, StreamLogFields.GC_PAUSE, health.gcPauseNanos());
          json.writeNumberField(StreamLogFields.GC_COUNT, health.gcCount());
          number(json, StreamLogFields.PROCESS_CPU_SHARE, health.processCpuShare());
          number(json, StreamLogFields.MACHINE_CPU_SHARE, health.machineCpuShare());
          number(json, StreamLogFields.STEAL_SHARE, health.stealShare());
          number(json, StreamLogFields.ALLOCATION_RATE, health.allocatedBytesPerSecond());
          StreamLogTimings.duration(json, StreamLogFields.PROCESS_CPU, health.processCpuNanos());
        });
  }

  void engine(EngineReading reading) throws IOException {
    write(
        json -> {
          timings.mark(json, StreamLogFields.ENGINE, reading.atNanos());
          for (EngineGauge gauge : EngineGauge.values()) {
            number(json, gauge.tag(), reading.of(gauge));
          }
          text(json, StreamLogFields.FAILURE, reading.failure());
        });
  }

  void stream(RequestRecord record) throws IOException {
    write(
        json -> {
          id(json, record.id());
          timings.stream(json, record.timings());
          counts(json, record.tokens());
          ending(json, record.ending());
          json.writeBooleanField(StreamLogFields.REUSED, record.connection().reused());
          json.writeNumberField(StreamLogFields.SENDS, record.connection().sends());
          StreamLogTimings.server(json, record.server());
        });
  }

  private static void id(JsonGenerator json, RequestRecord.Id id) throws IOException {
    json.writeNumberField(StreamLogFields.STREAM, id.ordinal());
    text(json, StreamLogFields.LEVEL, id.level());
    text(json, StreamLogFields.SCENARIO, id.scenario());
    text(json, StreamLogFields.REQUEST, id.request());
    json.writeNumberField(StreamLogFields.USER, id.user());
    json.writeBooleanField(StreamLogFields.WARM_UP, id.warmUp());
  }

  private static void counts(JsonGenerator json, TokenCounts tokens) throws IOException {
    count(json, StreamLogFields.OUTPUT_TOKENS, tokens.output());
    count(json, StreamLogFields.PROMPT_TOKENS, tokens.prompt());
    count(json, StreamLogFields.CACHED_TOKENS, tokens.cached());
    count(json, StreamLogFields.REASONING_TOKENS, tokens.reasoning());
    json.writeNumberField(StreamLogFields.TOKEN_EVENTS, tokens.events());
    json.writeBooleanField(StreamLogFields.REASONING_STREAMED, tokens.reasoningStreamed());
    json.writeBooleanField(StreamLogFields.RUNNING_TOTAL, tokens.running());
  }

  private static void ending(JsonGenerator json, RequestRecord.Ending ending) throws IOException {
    json.writeStringField(StreamLogFields.OUTCOME, ending.outcome().tag());
    if (ending.status() != 0) {
      json.writeNumberField(StreamLogFields.STATUS, ending.status());
    }
    text(json, StreamLogFields.FINISH_REASON, ending.finishReason());
    text(json, StreamLogFields.MESSAGE, ending.message());
    String sample = ending.sample();
    text(json, StreamLogFields.ERROR_SAMPLE, sample == null ? null : StreamLogText.sample(sample));
    count(json, StreamLogFields.RETRY_AFTER, ending.retryAfterSeconds());
  }

  void overruns(long overruns) throws IOException {
    write(json -> json.writeNumberField(StreamLogFields.OVERRUNS, overruns));
  }

  void end(long streams, long overruns) throws IOException {
    write(
        json -> {
          json.writeNumberField(StreamLogFields.END, streams);
          json.writeNumberField(StreamLogFields.OVERRUNS, overruns);
        });
  }

  private static void text(JsonGenerator json, String field, @Nullable String text)
      throws IOException {
    if (text != null) {
      json.writeStringField(field, StreamLogText.unicode(text));
    }
  }

  /** A count or a number of seconds that is negative where it is not known. */
  private static void count(JsonGenerator json, String field, int count) throws IOException {
    if (count >= 0) {
      json.writeNumberField(field, count);
    }
  }

  private static void number(JsonGenerator json, String field, double number) throws IOException {
    if (Double.isFinite(number)) {
      json.writeNumberField(field, number);
    }
  }
}
