package org.gatlingllm.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenTimings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is written is what is read, but for stamps, which are rounded to microseconds. */
@Timeout(60)
final class StreamLogRoundTripTest {
  private static final long SEED = 20_240_501;

  @Test
  void randomRecordsComeBackRoundedToMicroseconds(@TempDir Path folder) {
    List<RequestRecord> records = new RandomRecords(SEED).first(2_000);
    StreamLog log = roundTrip(folder, StreamLogSamples.HEADER, records);
    assertThat(log.requests()).isEqualTo(records.stream().map(r -> rounded(r)).toList());
    assertThat(log.ended()).isTrue();
  }

  @Test
  void gapsAddUpToTheDistanceOfTheirStamps(@TempDir Path folder) {
    long[] arrivals = new long[10_001];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = StreamLogSamples.BASE_NANOS + i * 1_499L;
    }
    TokenTimings.Request request =
        new TokenTimings.Request(arrivals[0], arrivals[0], TokenTimings.ABSENT, arrivals[10_000]);
    RequestRecord record =
        StreamLogSamples.record(
            0,
            TokenTimings.of(request, TokenTimings.ABSENT, arrivals, null),
            RequestRecord.Ending.ok(200, null));
    TokenTimings read =
        roundTrip(folder, StreamLogSamples.HEADER, List.of(record)).requests().get(0).timings();
    // each gap is 1.499 us; rounded one by one they would add up to 10,000 us
    assertThat(read.lastTokenNanos() - read.firstTokenNanos()).isEqualTo(14_990_000);
  }

  @Test
  void levelsAndClientsComeBack(@TempDir Path folder) {
    Level waiting = open(Double.NaN);
    Level resolved = open(1.0 / 3);
    ClientHealth client =
        new ClientHealth(1_000, 2_000, 3_000, 0, 0, 0.5, Double.NaN, Double.NaN, 12.5, 7_000);
    Path file = folder.resolve("streams.jsonl");
    try (StreamLogWriter writer = StreamLogWriter.open(file, StreamLogSamples.HEADER)) {
      writer.levelStarted(StreamLogSamples.CLOSED);
      writer.levelStarted(waiting);
      writer.levelStarted(resolved);
      writer.clientObserved("c=8", client);
    }
    StreamLog log = StreamLogReader.read(file);
    assertThat(log.levels()).containsExactly(StreamLogSamples.CLOSED, resolved);
    assertThat(log.client()).containsExactly(Map.entry("c=8", client));
  }

  @Test
  void readingsOfTheEngineComeBackWithTheirFailures(@TempDir Path folder) {
    long base = StreamLogSamples.BASE_NANOS;
    EngineReading full =
        new EngineReading(
            base + 1_000_000,
            Map.of(
                EngineGauge.RUNNING, 4.0,
                EngineGauge.WAITING, 0.0,
                EngineGauge.KV_CACHE_USAGE_RATIO, 0.8123456789012345),
            null);
    EngineReading early = new EngineReading(base - 2_000, Map.of(EngineGauge.WAITING, 1e9), null);
    EngineReading failed = EngineReading.failed(base + 5_000, "status 503");
    Path file = folder.resolve("streams.jsonl");
    try (StreamLogWriter writer = StreamLogWriter.open(file, StreamLogSamples.HEADER)) {
      writer.engineRead(early);
      writer.engineRead(failed);
      writer.engineRead(full);
    }
    StreamLog log = StreamLogReader.read(file);
    assertThat(log.engine())
        .containsExactly(
            new EngineReading(-2_000, early.values(), null),
            EngineReading.failed(5_000, "status 503"),
            new EngineReading(1_000_000, full.values(), null));
    assertThat(log.remarks())
        .containsExactly(
            "engine metrics: 1 of 3 readings failed (status 503): the engine's gauges have gaps");
  }

  @Test
  void engineThatNeverAnsweredIsOneSentence(@TempDir Path folder) {
    Path file = folder.resolve("streams.jsonl");
    try (StreamLogWriter writer = StreamLogWriter.open(file, StreamLogSamples.HEADER)) {
      for (int i = 0; i < 7; i++) {
        writer.engineRead(
            EngineReading.failed(StreamLogSamples.BASE_NANOS, "status " + (500 + i % 5)));
      }
    }
    assertThat(StreamLogReader.read(file).remarks())
        .containsExactly(
            "engine metrics: 7 of 7 readings failed (status 500; status 501; status 502): nothing"
                + " is known of the engine; look at llm.metricsUrl");
  }

  private static Level open(double rate) {
    return new Level(
        "rate=90% @a", new Level.Open(rate, 0.9, "poisson"), 2, "a", -1, 9, false, true);
  }

  @Test
  void hostileTextsComeBackOrAreMadeValid(@TempDir Path folder) {
    String lone = "half \uD83D of a pair \uDE00\uDE00 end\uD83D";
    List<RequestRecord> records = new ArrayList<>();
    for (String text : RandomRecords.TEXTS) {
      records.add(failed(text, text));
    }
    records.add(failed(lone, lone));
    List<RequestRecord> read = roundTrip(folder, StreamLogSamples.HEADER, records).requests();
    assertThat(read.subList(0, RandomRecords.TEXTS.length))
        .extracting(r -> r.ending().message())
        .containsExactly(RandomRecords.TEXTS);
    assertThat(read.subList(0, RandomRecords.TEXTS.length))
        .extracting(r -> r.ending().sample())
        .containsExactly(RandomRecords.TEXTS);
    assertThat(read.get(RandomRecords.TEXTS.length).ending().message())
        .isEqualTo("half \uFFFD of a pair \uFFFD\uFFFD end\uFFFD");
  }

  @Test
  void secretsThatTheCallerForgotAreNotInTheFile(@TempDir Path folder) throws IOException {
    RunHeader header =
        new RunHeader(
            "label",
            "Sim",
            "3.15.1",
            "17",
            0,
            0,
            0,
            new RunHeader.Target("https://me:hunter2@host/v1?key=hunter2&x=1", "gemini", ""),
            Map.of(
                "llm.apiKey", "hunter2",
                "llm.headers.Authorization", "Bearer hunter2",
                "llm.headers.X-Other", "Bearer hunter2",
                "llm.maxTokens", "64"));
    roundTrip(folder, header, List.of());
    assertThat(Files.readString(folder.resolve("streams.jsonl")))
        .doesNotContain("hunter2")
        .contains("\"base_url\":\"https://***@host/v1?key=***&x=1\"")
        .contains("\"llm.maxTokens\":\"64\"");
  }

  @Test
  void fileThatIsStillWrittenCanBeRead(@TempDir Path folder) {
    Path file = folder.resolve("streams.jsonl");
    try (StreamLogWriter writer = StreamLogWriter.open(file, StreamLogSamples.HEADER)) {
      writer.levelStarted(StreamLogSamples.CLOSED);
      writer.append(StreamLogSamples.stream(0, 3));
      StreamLog log = StreamLogReader.read(file);
      while (log.requests().isEmpty()) { // at most a second, by the writer's own test
        Thread.onSpinWait();
        log = StreamLogReader.read(file);
      }
      assertThat(log.levels()).containsExactly(StreamLogSamples.CLOSED);
      assertThat(log.ended()).isFalse();
      assertThat(log.remarks()).singleElement().asString().contains("no end line");
    }
    assertThat(StreamLogReader.read(file).remarks()).isEmpty();
  }

  private static StreamLog roundTrip(Path folder, RunHeader header, List<RequestRecord> records) {
    Path file = folder.resolve("streams.jsonl");
    try (StreamLogWriter writer = StreamLogWriter.open(file, header)) {
      records.forEach(writer::append);
    }
    return StreamLogReader.read(file);
  }

  private static RequestRecord failed(String message, String sample) {
    TokenTimings.Request request = new TokenTimings.Request(0, 0, TokenTimings.ABSENT, 1);
    return StreamLogSamples.record(
        0,
        TokenTimings.withoutTokens(request),
        new RequestRecord.Ending(Outcome.ERROR_IN_STREAM, 200, message, sample, null, -1));
  }

  private static RequestRecord rounded(RequestRecord record) {
    ServerTimings server = record.server();
    return new RequestRecord(
        record.id(),
        rounded(record.timings()),
        record.tokens(),
        record.ending(),
        record.connection(),
        new ServerTimings(
            rounded(server.queueNanos(), 0),
            rounded(server.loadNanos(), 0),
            rounded(server.prefillNanos(), 0),
            rounded(server.decodeNanos(), 0)));
  }

  private static TokenTimings rounded(TokenTimings timings) {
    long base = StreamLogSamples.BASE_NANOS;
    TokenTimings.Request request =
        new TokenTimings.Request(
            rounded(timings.scheduledNanos(), base),
            rounded(timings.sentNanos(), base),
            rounded(timings.headersNanos(), base),
            rounded(timings.closedNanos(), base));
    long[] arrivals = new long[timings.arrivals()];
    int[] tokens = new int[arrivals.length];
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = rounded(timings.arrivalNanos(i), base);
      tokens[i] = timings.arrivalTokens(i);
    }
    return arrivals.length == 0
        ? TokenTimings.withoutTokens(request)
        : TokenTimings.of(
            request,
            rounded(timings.firstOutputNanos(), base),
            arrivals,
            timings.oneTokenAnArrival() ? null : tokens);
  }

  private static long rounded(long nanos, long base) {
    return nanos == TokenTimings.ABSENT
        ? TokenTimings.ABSENT
        : (long) Math.floor((nanos - base) / 1e3 + 0.5) * 1_000;
  }
}
