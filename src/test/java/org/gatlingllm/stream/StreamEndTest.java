package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.gatlingllm.metric.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How streams end, and what is said of those that fail. */
final class StreamEndTest {
  private static final String FINISH =
      "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
  private static final String DONE = "data: [DONE]\n\n";

  private final StreamReader reader = new StreamReader(Dialect.named("openai-chat"), false);

  private void ok() {
    reader.headers(200, "text/event-stream", null, null);
  }

  private void read(String text, long nanos) {
    reader.read(ByteBuffer.wrap(text.getBytes(UTF_8)), nanos);
  }

  private static String token(String text) {
    return chunk("\"content\":\"" + text + "\"", "null");
  }

  private static String chunk(String delta, String usage) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":{"
        + delta
        + "}}],\"usage\":"
        + usage
        + "}\n\n";
  }

  @Nullable
  private String message() {
    return reader.result().ending().message();
  }

  @Test
  void endedOnlyAtTheSentinelSinceUsageComesAfterTheFinishReason() {
    ok();
    read(token("a") + FINISH, 10);
    assertThat(reader.ended()).isFalse();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.OK);
    read("data: {\"choices\":[],\"usage\":{\"completion_tokens\":1}}\n\n", 11);
    assertThat(reader.ended()).isFalse();
    read(DONE, 12);
    assertThat(reader.ended()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic-text.sse, true",
    "responses-text.sse, true",
    "responses-error.sse, true",
    "ollama-chat.ndjson, true",
    "ollama-error-midstream.ndjson, true",
    "tgi-generate.sse, true",
    "llamacpp-completion.sse, true",
    "sglang-generate.sse, true",
    "gemini-text.sse, true",
    "anthropic-overloaded.sse, true",
    "triton-generate.sse, false",
    "framing-done-missing.sse, false",
  })
  void eachDialectKnowsItsLastEvent(String file, boolean ended) {
    RecordedBody body = RecordedBody.named(file);
    StreamReader stream = new StreamReader(body.dialect(), false);
    stream.headers(200, body.dialect().mediaType(), null, null);
    stream.read(ByteBuffer.wrap(body.bytes()), 1);
    assertThat(stream.ended()).isEqualTo(ended);
  }

  @Test
  void breakBeforeTheEndMarkIsTruncatedAndKeepsWhatCame() {
    ok();
    read(token("a"), 10);
    reader.brokenOff();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.TRUNCATED);
    assertThat(message()).isEqualTo("truncated: the body broke off before its end mark");
    assertThat(reader.result().arrivals().count()).isEqualTo(1);
  }

  @Test
  void breakAfterTheEndMarkIsOk() {
    ok();
    read(token("a") + FINISH, 10);
    reader.brokenOff();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void emptyFinishReasonIsNone() {
    ok();
    read("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"\"}]}\n\n", 1);
    reader.endOfBody();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.TRUNCATED);
    assertThat(reader.result().ending().finishReason()).isNull();
  }

  @Test
  void onlyTheProperEndOfTheBodyEndsATritonStream() {
    for (boolean proper : new boolean[] {true, false}) {
      StreamReader triton = new StreamReader(Dialect.named("triton-generate"), false);
      triton.headers(200, "text/event-stream", null, null);
      triton.read(ByteBuffer.wrap("data: {\"text_output\":\"a\"}\n\n".getBytes(UTF_8)), 1);
      if (proper) {
        triton.endOfBody();
      } else {
        triton.brokenOff();
      }
      assertThat(triton.result().outcome()).isEqualTo(proper ? Outcome.OK : Outcome.TRUNCATED);
    }
  }

  @Test
  void emptyBodyOfTheRightKindIsTruncated() {
    ok();
    reader.endOfBody();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.TRUNCATED);
    assertThat(message()).isEqualTo("truncated: the body ended before its end mark");
  }

  @Test
  void refusalTellsStatusRetryAfterAndTheBodysStart() {
    reader.headers(429, "application/json", null, " 7 ");
    read("{\"error\":{\"message\":\"slow \\\"down\\\"\",\"code\":\"rate_limit\"}}", 1);
    reader.endOfBody();
    assertThat(reader.failed()).isTrue();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.HTTP_STATUS);
    assertThat(message()).isEqualTo("http status 429");
    assertThat(reader.result().ending().retryAfterSeconds()).isEqualTo(7);
    assertThat(reader.result().ending().sample())
        .startsWith("slow \"down\"")
        .contains("rate_limit");
  }

  @Test
  void sampleIsAtMostOneKilobyteAndCutBetweenCharacters() {
    reader.headers(500, "text/html", null, "Wed, 21 Oct 2026 07:28:00 GMT");
    read("ü€🚲".repeat(1_000), 1);
    String sample = String.valueOf(reader.result().ending().sample());
    assertThat(sample).doesNotContain("\uFFFD");
    assertThat(sample.getBytes(UTF_8)).hasSizeBetween(1_000, 1_024);
    assertThat(reader.result().ending().retryAfterSeconds()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/html; charset=utf-8", "application/x-ndjson"})
  void otherKindsOfAnswerAreNoStream(String type) {
    reader.headers(200, type, null, null);
    read(token("a") + FINISH + DONE, 1);
    reader.endOfBody();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.NOT_A_STREAM);
    assertThat(message()).startsWith("not a stream: expected text/event-stream, found ");
    assertThat(reader.result().arrivals().count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Text/Event-Stream ; charset=UTF-8", "text/event-stream;charset=utf-8"})
  void mediaTypeIsReadWithoutItsParametersAndCase(String type) {
    reader.headers(200, type, null, null);
    read(token("a") + FINISH, 1);
    reader.endOfBody();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void streamWithoutAContentTypeIsReadAndAPageIsNot() {
    reader.headers(200, null, null, null);
    read(token("a") + FINISH, 1);
    reader.endOfBody();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.OK);

    StreamReader page = new StreamReader(Dialect.named("openai-chat"), false);
    page.headers(200, null, null, null);
    page.read(ByteBuffer.wrap("<html>hello</html>".getBytes(UTF_8)), 1);
    page.endOfBody();
    assertThat(page.result().outcome()).isEqualTo(Outcome.NOT_A_STREAM);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "data: {\"error\":{\"message\":\"m\",\"type\":\"overloaded_error\"}}|overloaded_error",
        "data: {\"error\":{\"message\":\"m\",\"code\":\"insufficient_quota\"}}|insufficient_quota",
        "data: {\"error\":\"m\",\"error_type\":\"generation\"}|generation",
        "data: {\"object\":\"error\",\"message\":\"m\",\"type\":\"BadRequestError\"}|badrequesterror",
        "data: {\"type\":\"error\",\"message\":\"m\",\"code\":\"server_error\"}|server_error",
        "data: {\"error\":{\"message\":\"m\",\"type\":\"req_0a1b2c3d\",\"code\":500}}|",
        "event: error`data: m|",
        "error: m|",
        "{\"error\":{\"message\":\"m\"}}|",
        "{\"error\":`  {\"message\":\"m\",`   \"type\":\"server_error\"}}|server_error",
      })
  void errorIsFoundInAnyOfItsFormsAndGroupedByItsKind(String lines, @Nullable String kind) {
    ok();
    read(token("a") + lines.replace('`', '\n') + "\n\n" + FINISH + DONE, 1);
    reader.endOfBody();
    StreamResult result = reader.result();
    assertThat(result.outcome()).isEqualTo(Outcome.ERROR_IN_STREAM);
    assertThat(message()).isEqualTo("error in stream" + (kind == null ? "" : ": " + kind));
    assertThat(result.ending().sample()).contains("m");
    assertThat(result.tokens().events()).isEqualTo(1);
    assertThat(result.ending().finishReason()).isEqualTo("stop");
  }

  @Test
  void nullErrorIsNone() {
    ok();
    read("data: {\"error\": null,\"choices\":[]}\n\n" + FINISH, 1);
    assertThat(reader.result().outcome()).isEqualTo(Outcome.OK);
  }
}
