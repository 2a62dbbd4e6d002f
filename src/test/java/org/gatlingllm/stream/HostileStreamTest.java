package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.TokenCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a broken or hostile server sends ends as an outcome: no exception, no memory without bound,
 * no hanging. The bounds of time are some hundred times what is needed.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class HostileStreamTest {
  private static final long SEED = 99;

  static List<String> dialects() {
    return Dialect.names();
  }

  private static StreamReader chat() {
    StreamReader reader = new StreamReader(Dialect.named("openai-chat"), true);
    reader.headers(200, "text/event-stream", null, null);
    return reader;
  }

  private static void feed(StreamReader reader, String text) {
    reader.read(ByteBuffer.wrap(text.getBytes(UTF_8)), 1);
  }

  private static StreamResult ended(StreamReader reader) {
    reader.endOfBody();
    return reader.result();
  }

  private static String token(String text) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}\n\n";
  }

  private static String finish() {
    return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
  }

  @Test
  void endlessCommentsAreGivenUp() {
    StreamReader reader = chat();
    ByteBuffer piece = ByteBuffer.wrap(": waiting\n\n".repeat(50_000).getBytes(UTF_8));
    int pieces = 0;
    while (!reader.ended() && pieces++ < 1_000) {
      reader.read(piece.rewind(), pieces);
    }
    assertThat(pieces).isLessThan(1_000);
    assertThat(reader.result().outcome()).isEqualTo(Outcome.ERROR_IN_STREAM);
    assertThat(reader.result().ending().message()).contains("no token within 64 mib");
  }

  @Test
  void endlessLineIsGivenUpWithItsReason() {
    StreamReader reader = chat();
    feed(reader, token("a") + "data: {\"x\":\"");
    ByteBuffer piece = ByteBuffer.wrap("y".repeat(1 << 20).getBytes(UTF_8));
    for (int i = 0; i < 40; i++) {
      reader.read(piece.rewind(), i);
    }
    assertThat(reader.ended()).isTrue();
    StreamResult result = ended(reader);
    assertThat(result.outcome()).isEqualTo(Outcome.ERROR_IN_STREAM);
    assertThat(result.ending().message()).contains("longer than 16 mib");
    assertThat(result.tokens().events()).isEqualTo(1);
  }

  @Test
  void millionEmptyEventsAreCountedAndKeepNothing() {
    StreamReader reader = chat();
    ByteBuffer piece = ByteBuffer.wrap("data:\n\n".repeat(10_000).getBytes(UTF_8));
    for (int i = 0; i < 100; i++) {
      reader.read(piece.rewind(), i);
    }
    feed(reader, token("a") + finish() + "data: [DONE]\n\n");
    StreamResult result = ended(reader);
    assertThat(result.outcome()).isEqualTo(Outcome.OK);
    assertThat(result.events().count()).isEqualTo(1_000_003);
    assertThat(result.events().firstToken()).isEqualTo(1_000_000);
  }

  @Test
  void sentinelAndErrorInsideOfTextAreText() {
    String text =
        "[DONE] data: [DONE]\\n\\ndata: [DONE]\\n\\n{\\\"error\\\":{\\\"message\\\":\\\"x\\\"}}";
    StreamReader reader = chat();
    feed(reader, token(text) + token("[DONE]"));
    assertThat(reader.ended()).isFalse();
    feed(reader, finish());
    StreamResult result = ended(reader);
    assertThat(result.outcome()).isEqualTo(Outcome.OK);
    assertThat(result.text().content())
        .isEqualTo("[DONE] data: [DONE]\n\ndata: [DONE]\n\n{\"error\":{\"message\":\"x\"}}[DONE]");
  }

  @Test
  void deepNestingHugeNumbersAndDuplicateKeysAreRead() {
    StreamReader reader = chat();
    String deep = "{\"x\":" + "[".repeat(200_000) + "]".repeat(200_000) + ",";
    String usage =
        "\"usage\":{\"completion_tokens\":1" + "0".repeat(500) + ",\"prompt_tokens\":1e999}";
    feed(
        reader,
        "data: "
            + deep
            + usage
            + ",\"choices\":[],\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n");
    feed(reader, finish());
    StreamResult result = ended(reader);
    assertThat(result.outcome()).isEqualTo(Outcome.OK);
    assertThat(result.tokens().events()).isEqualTo(1);
    assertThat(result.tokens().output()).isEqualTo(TokenCounts.UNKNOWN);
    assertThat(result.tokens().prompt()).isEqualTo(TokenCounts.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "2147483647", "-5", "1e400", "\"8\"", "null"})
  void countThatCannotBeIsNotTold(String count) {
    StreamReader reader = chat();
    feed(reader, token("a") + token("b") + usage(count) + finish());
    StreamResult result = ended(reader);
    assertThat(result.tokens().output()).isEqualTo(TokenCounts.UNKNOWN);
    assertThat(result.tokens().prompt()).isEqualTo(TokenCounts.UNKNOWN);
    assertThat(result.tokens().outputOrEvents()).isEqualTo(2);
  }

  @Test
  void zerosOfAProxyBesideTokensTellNothing() {
    StreamReader reader = chat();
    feed(reader, token("a") + token("b") + usage("0") + finish());
    StreamResult result = ended(reader);
    assertThat(result.tokens().outputOrEvents()).isEqualTo(2);
    assertThat(result.tokens().source()).isEqualTo("events");
    assertThat(result.tokens().prompt()).isEqualTo(TokenCounts.UNKNOWN);
  }

  @Test
  void zeroOfAnAnswerWithoutATokenIsTold() {
    StreamReader reader = chat();
    feed(reader, usage("0") + finish());
    assertThat(ended(reader).tokens().output()).isZero();
  }

  @Test
  void whatFollowsTheEndMarkIsNoPartOfTheAnswer() {
    StreamReader reader = chat();
    String flood =
        token("z").repeat(1_000) + "data: {\"error\":{\"message\":\"x\"}}\n\nno json\n\n";
    feed(reader, token("a") + usage("1") + finish() + "data: [DONE]\n\n" + flood + usage("99"));
    reader.read(ByteBuffer.wrap(flood.getBytes(UTF_8)), 99);
    StreamResult result = ended(reader);
    assertThat(result.outcome()).isEqualTo(Outcome.OK);
    assertThat(result.tokens().events()).isEqualTo(1);
    assertThat(result.tokens().output()).isEqualTo(1);
    assertThat(result.arrivals().count()).isEqualTo(1);
  }

  private static String usage(String count) {
    return "data: {\"choices\":[],\"usage\":{\"completion_tokens\":%s,\"prompt_tokens\":%s}}\n\n"
        .formatted(count, count);
  }

  @Test
  void invalidUtf8IsReadWithReplacementCharacters() {
    StreamReader reader = chat();
    byte[] body = (token("a?b") + finish()).getBytes(UTF_8);
    for (int i = 0; i < body.length; i++) {
      body[i] = body[i] == '?' ? (byte) 0xFF : body[i];
    }
    reader.read(ByteBuffer.wrap(body), 1);
    StreamResult result = ended(reader);
    assertThat(result.outcome()).isEqualTo(Outcome.OK);
    assertThat(result.text().content()).isEqualTo("a\uFFFDb");
  }

  @Test
  void malformedEventIsAnErrorAndTheTokensAroundItCount() {
    StreamReader reader = chat();
    feed(reader, token("a") + "data: {\"choices\":[{\"delta\n\n" + token("b") + finish());
    StreamResult result = ended(reader);
    assertThat(result.outcome()).isEqualTo(Outcome.ERROR_IN_STREAM);
    assertThat(result.ending().message()).isEqualTo("error in stream: an event is not json");
    assertThat(result.ending().sample()).isEqualTo("{\"choices\":[{\"delta");
    assertThat(result.tokens().events()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void binaryBodyIsNeverAnException(String name) {
    Random random = new Random(SEED);
    for (int i = 0; i < 100; i++) {
      byte[] body = new byte[random.nextInt(5_000)];
      random.nextBytes(body);
      Dialect dialect = Dialect.named(name);
      StreamReader reader = new StreamReader(dialect, true);
      reader.headers(200, dialect.mediaType(), null, null);
      reader.read(ByteBuffer.wrap(body), 1);
      assertThat(ended(reader).outcome()).isNotEqualTo(Outcome.OK);
    }
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.stream.RecordedBody#all")
  void damagedRecordingsAreNeverAnException(RecordedBody body) {
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      byte[] damaged = body.bytes();
      for (int hits = 1 + random.nextInt(8); hits > 0; hits--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      StreamReader reader = new StreamReader(body.dialect(), true);
      reader.headers(200, body.dialect().mediaType(), random.nextBoolean() ? "gzip" : null, null);
      reader.read(ByteBuffer.wrap(damaged), 1);
      assertThatCode(() -> ended(reader))
          .as("seed %d, round %d", SEED, i)
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.stream.RecordedBody#all")
  void otherDialectsReadRecordingsWithoutAnException(RecordedBody body) {
    for (String name : Dialect.names()) {
      Dialect dialect = Dialect.named(name);
      StreamReader reader = new StreamReader(dialect, true);
      reader.headers(200, dialect.mediaType(), null, null);
      reader.read(ByteBuffer.wrap(body.bytes()), 1);
      assertThatCode(() -> ended(reader)).as(name).doesNotThrowAnyException();
    }
  }

  @Test
  void textIsNotKeptWithoutEnd() {
    StreamReader reader = chat();
    ByteBuffer event = ByteBuffer.wrap(token("x".repeat(1 << 20)).getBytes(UTF_8));
    for (int i = 0; i < 30; i++) {
      reader.read(event.rewind(), i);
    }
    StreamResult result = ended(reader);
    assertThat(result.text().content()).hasSizeLessThanOrEqualTo(1 << 24);
    assertThat(result.tokens().events()).isEqualTo(30);
  }

  @Test
  void moreTokensThanAnyModelMakesAreGivenUp() {
    StreamReader reader = chat();
    String event = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
    ByteBuffer piece = ByteBuffer.wrap(event.repeat(4_096).getBytes(UTF_8));
    long start = System.nanoTime();
    int pieces = 0;
    while (!reader.ended() && pieces++ < 2_000) {
      reader.read(piece.rewind(), pieces);
    }
    assertThat(reader.result().ending().message()).contains("token events");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(50));
  }
}
