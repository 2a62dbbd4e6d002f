package org.gatlingllm.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StreamLogReaderTest {
  private static final long MICRO = 1_000;
  private static final String LINE_OF_A_STREAM =
      "{\"stream\":9,\"level\":\"c=8\",\"scenario\":\"s\",\"request\":\"r\",\"user\":1,"
          + "\"scheduled\":0,\"sent\":0,\"closed\":9,\"outcome\":\"ok\"%s}";

  @Test
  void goldenHeaderIsRead() {
    RunHeader header = golden().header();
    assertThat(header.startedAtMicros()).isEqualTo(1_700_000_000_123_456L);
    assertThat(header.baseNanos()).isZero();
    assertThat(header.label()).isEqualTo("night");
    assertThat(header.seed()).isEqualTo(42);
    assertThat(header.target().dialect()).isEqualTo("openai-chat");
    assertThat(header.settings()).isEqualTo(Map.of("llm.maxTokens", "64"));
  }

  @Test
  void lastLineOfALevelHoldsAtThePlaceOfTheFirst() {
    assertThat(golden().levels())
        .containsExactly(
            new Level("c=8", new Level.Closed(8), 1, null, 256, 64, true, false),
            new Level(
                "rate=90%",
                new Level.Open(0.35, 0.9, "poisson"),
                1,
                "b",
                TokenCounts.UNKNOWN,
                TokenCounts.UNKNOWN,
                false,
                false));
  }

  @Test
  void goldenStreamIsReadWithAllItsFields() {
    long[] arrivals = {145_000 * MICRO, 163_500 * MICRO, 182_001 * MICRO, 182_001 * MICRO};
    assertThat(golden().requests().get(0))
        .isEqualTo(
            new RequestRecord(
                new RequestRecord.Id(0, "c=8", "c=8", "chat", 1, true),
                TokenTimings.of(
                    new TokenTimings.Request(-250 * MICRO, 0, 140_000 * MICRO, 182_010 * MICRO),
                    145_000 * MICRO,
                    arrivals,
                    null),
                new TokenCounts(4, 256, 0, TokenCounts.UNKNOWN, 4, false, false),
                RequestRecord.Ending.ok(200, "length"),
                new RequestRecord.Connection(false, 1),
                new ServerTimings(
                    12 * MICRO, TokenTimings.ABSENT, 120_000 * MICRO, 37_000 * MICRO)));
  }

  @Test
  void absentFieldsAreAbsentAndNeverZero() {
    RequestRecord broken = golden().requests().get(1);
    assertThat(broken.timings().firstOutputNanos()).isEqualTo(TokenTimings.ABSENT);
    assertThat(broken.timings().arrivalTokens(1)).isEqualTo(3);
    assertThat(broken.tokens().prompt()).isEqualTo(TokenCounts.UNKNOWN);
    assertThat(broken.server()).isEqualTo(ServerTimings.NONE);
    assertThat(broken.connection()).isEqualTo(new RequestRecord.Connection(true, 2));

    RequestRecord refused = golden().requests().get(3);
    assertThat(refused.timings().headersNanos()).isEqualTo(TokenTimings.ABSENT);
    assertThat(refused.timings().firstTokenNanos()).isEqualTo(TokenTimings.ABSENT);
    assertThat(refused.ending())
        .isEqualTo(
            new RequestRecord.Ending(Outcome.CONNECTION, 0, "connection refused", null, null, -1));
  }

  @Test
  void rateLimitedStreamKeepsItsSampleAndWhatTheServerAskedFor() {
    RequestRecord limited = golden().requests().get(2);
    assertThat(limited.rateLimited()).isTrue();
    assertThat(limited.ending().sample()).isEqualTo("{\"error\":\n\"slow down ü\"}");
    assertThat(limited.ending().retryAfterSeconds()).isEqualTo(3);
  }

  @Test
  void clientIsReadAndAnUnknownShareIsNaN() {
    ClientHealth client = Objects.requireNonNull(golden().client().get("c=8"));
    assertThat(client.lagP99Nanos()).isEqualTo(1_200 * MICRO);
    assertThat(client.stealShare()).isNaN();
    assertThat(client.allocatedBytesPerSecond()).isEqualTo(1_048_576);
  }

  @Test
  void engineIsReadAndWhatItDoesNotTellIsNaN() {
    assertThat(golden().engine())
        .containsExactly(
            new EngineReading(
                450_000 * MICRO, Map.of(EngineGauge.RUNNING, 4.0, EngineGauge.WAITING, 3.0), null),
            EngineReading.failed(1_450_000 * MICRO, "status 503"));
    assertThat(golden().engine().get(0).of(EngineGauge.KV_CACHE_USAGE_RATIO)).isNaN();
  }

  @Test
  void unknownFieldsAreIgnoredAndUnknownKindsAndLossesAreRemarked() {
    assertThat(golden().requests()).hasSize(5);
    assertThat(golden().ended()).isTrue();
    assertThat(golden().remarks())
        .containsExactly(
            "streams.jsonl: 1 line left out because they make no sense (line 12: expected values"
                + " that go together, found gauges that are not all 0 or more: {RUNNING=-1.0})",
            "streams.jsonl: 1 line of a kind that is not known here, \"later_kind\", left out",
            "streams.jsonl: 2 streams missing because the disk did not keep up: they are in no"
                + " number",
            "engine metrics: 1 of 2 readings failed (status 503): the engine's gauges have gaps");
  }

  @Test
  void cutAtAnyByteGivesThePrefixOfTheRecords() {
    byte[] whole = goldenBytes();
    List<RequestRecord> all = golden().requests();
    int headerBytes = new String(whole, UTF_8).indexOf('\n');
    for (int length = headerBytes; length < whole.length; length++) {
      StreamLog cut = read(Arrays.copyOf(whole, length));
      assertThat(cut.requests()).isEqualTo(all.subList(0, cut.requests().size()));
      assertThat(cut.requests()).hasSize(streamsWithin(whole, length));
      // without its line end the end line is as good as with it
      assertThat(cut.ended()).isEqualTo(length == whole.length - 1);
      assertThat(cut.remarks()).anyMatch(r -> cut.ended() || r.contains("goes on or was killed"));
    }
  }

  private static int streamsWithin(byte[] whole, int length) {
    String text = new String(whole, UTF_8);
    int streams = 0;
    for (String line : text.lines().toList()) {
      // a line is there when its last brace is; the file is ASCII, so characters are bytes
      int end = text.indexOf(line) + line.length();
      streams += line.startsWith("{\"stream\"") && end <= length ? 1 : 0;
    }
    return streams;
  }

  @Test
  void cutInsideTheHeaderIsRefusedAtAnyByte() {
    byte[] whole = goldenBytes();
    int headerBytes = new String(whole, UTF_8).indexOf('\n');
    for (int length = 1; length < headerBytes; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertRefused(() -> read(cut), "found its end cut");
    }
  }

  @Test
  void whatIsNoStreamLogIsRefusedInOneSentence(@TempDir Path folder) {
    assertRefused(() -> read(new byte[0]), "found an empty file");
    assertRefused(() -> read("<html>\n</html>\n"), "found another kind of file");
    assertRefused(() -> read("{\"a\":1}\n"), "found a first line that is no header");
    assertRefused(() -> read("{\"schema_version\":2,\"x\":1}\n"), "found schema_version 2");
    assertRefused(() -> read("{\"schema_version\":1}\n"), "corrupt header, expected the field");
    assertRefused(() -> StreamLogReader.read(folder), "found a directory");
    assertRefused(() -> StreamLogReader.read(folder.resolve("none")), "found no such file");
  }

  private static void assertRefused(ThrowingCallable reading, String found) {
    assertThatThrownBy(reading)
        .isInstanceOf(LogFormatException.class)
        .hasMessageStartingWith("cannot read \"")
        .hasMessageContaining(found)
        .hasMessageNotContaining("\n");
  }

  @Test
  void corruptLinesInTheMiddleAreLeftOutCountedAndNamed() {
    String streams =
        String.join(
            "\n",
            stream(""),
            "\u0000\u0000\u0000",
            stream(",\"first\":5,\"gaps\":[1,-2]"),
            stream(",\"gaps\":[1,2]"),
            stream(",\"first\":1,\"gaps\":[1],\"tokens\":[1]"),
            stream(",\"first\":9223372036854775807"),
            stream(",\"sends\":\"two\""),
            stream(",\"outcome\":\"splendid\""),
            "[]",
            "{\"stream\":3}",
            stream("") + stream(""),
            stream(",\"first\":3"),
            "");
    StreamLog log = read(headerLine() + streams);
    assertThat(log.requests()).hasSize(2);
    assertThat(log.remarks().get(1))
        .startsWith("streams.jsonl: 10 lines left out because they make no sense (line 3: ")
        .contains("; line 4: expected values that go together, found arrival 2 is before")
        .contains("; line 5: expected the field \"first\", found none")
        .endsWith(", and others)");
  }

  @Test
  void streamsOfALevelThatNoLineDescribesAreKeptAndRemarked() {
    StreamLog log = read(headerLine() + stream("") + "\n");
    assertThat(log.requests()).hasSize(1);
    assertThat(log.remarks())
        .contains(
            "streams.jsonl: 1 stream of level \"c=8\", which no line describes: in no number");
  }

  @Test
  void endLineThatCountsMoreThanThereIsIsRemarked() {
    StreamLog log = read(headerLine() + "{\"end\":3,\"overruns\":0}\n");
    assertThat(log.remarks())
        .containsExactly("streams.jsonl: expected 3 streams by its end line, found 0");
  }

  @Test
  void gapsOfAnyNumberAreRead() {
    String gaps = String.join(",", LongStream.range(0, 5_000).mapToObj(Long::toString).toList());
    TokenTimings timings =
        read(headerLine() + stream(",\"first\":7,\"gaps\":[" + gaps + "]") + "\r\n\n")
            .requests()
            .get(0)
            .timings();
    assertThat(timings.arrivals()).isEqualTo(5_001);
    assertThat(timings.lastTokenNanos()).isEqualTo((7 + 5_000L * 4_999 / 2) * MICRO);
  }

  private static String stream(String moreFields) {
    return LINE_OF_A_STREAM.formatted(moreFields);
  }

  private static String headerLine() {
    return new String(goldenBytes(), UTF_8).lines().findFirst().orElseThrow() + "\n";
  }

  private static StreamLog golden() {
    return read(goldenBytes());
  }

  private static byte[] goldenBytes() {
    String name = "streams-1/streams.jsonl";
    try (InputStream in =
        Objects.requireNonNull(StreamLogReaderTest.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StreamLog read(String text) {
    return read(text.getBytes(UTF_8));
  }

  private static StreamLog read(byte[] bytes) {
    try {
      return StreamLogReader.read(Path.of("streams.jsonl"), new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
