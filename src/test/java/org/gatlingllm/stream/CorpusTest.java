package org.gatlingllm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.SoftAssertions;
import org.gatlingllm.metric.TokenCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every recorded body gives what is expected of it, however it is cut. */
final class CorpusTest {
  private static final int RANDOM_CUTS = 200;
  private static final long SEED = 20260101;

  /** It does tell a running total, in tokens_predicted, which its expectation leaves out. */
  private static final String TELLS_MORE = "llamacpp-completion.sse";

  static List<RecordedBody> corpus() {
    return RecordedBody.all();
  }

  @Test
  void everyBodyHasItsExpectation() {
    assertThat(corpus())
        .extracting(RecordedBody::name)
        .containsExactlyInAnyOrderElementsOf(RecordedBody.bodyFiles());
    assertThat(corpus()).hasSizeGreaterThan(40);
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void wholeBodyGivesWhatIsExpected(RecordedBody body) {
    check(body, "whole");
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void singleBytesGiveWhatIsExpected(RecordedBody body) {
    check(body, "byte by byte", IntStream.range(1, body.length()).toArray());
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void givenCutsGiveWhatIsExpected(RecordedBody body) {
    JsonNode cuts = body.expect().path("split_at");
    check(
        body,
        "split_at",
        StreamSupport.stream(cuts.spliterator(), false).mapToInt(JsonNode::asInt).toArray());
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void randomCutsGiveWhatIsExpected(RecordedBody body) {
    Random random = new Random(SEED);
    for (int i = 0; i < RANDOM_CUTS; i++) {
      int[] cuts = random.ints(1 + random.nextInt(12), 0, body.length() + 1).sorted().toArray();
      check(body, "cuts " + Arrays.toString(cuts), cuts);
    }
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void whatCameInOneReadIsOneArrival(RecordedBody body) {
    TokenArrivals arrivals = body.read().arrivals();
    assertThat(arrivals.count()).isEqualTo(body.expect().path("token_events").asInt() == 0 ? 0 : 1);
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void arrivalsShareAllTokensAmongThem(RecordedBody body) {
    TokenArrivals arrivals = body.read(IntStream.range(1, body.length()).toArray()).arrivals();
    int sum = IntStream.range(0, arrivals.count()).map(arrivals::tokens).sum();
    int[] totals = arrivals.runningTotals();
    assertThat(sum)
        .isEqualTo(
            totals == null
                ? body.expect().path("token_events").asInt()
                : totals[totals.length - 1]);
  }

  private static void check(RecordedBody body, String how, int... cuts) {
    StreamResult result = body.read(cuts);
    SoftAssertions softly = new SoftAssertions();
    body.expect()
        .properties()
        .forEach(field -> field(softly, field.getKey(), field.getValue(), body, result, how));
    if (!body.expect().has("cumulative_output_tokens") && !body.name().equals(TELLS_MORE)) {
      softly.assertThat(result.arrivals().runningTotals()).as(how).isNull();
    }
    softly.assertAll();
  }

  private static void field(
      SoftAssertions softly,
      String name,
      JsonNode expected,
      RecordedBody body,
      StreamResult result,
      String how) {
    String what = name + " of " + body + ", " + how;
    switch (name) {
      case "file" -> softly.assertThat(body.name()).as(what).isEqualTo(expected.asText());
      case "dialect" ->
          softly.assertThat(body.dialect().name()).as(what).isEqualTo(expected.asText());
      case "http_status" ->
          softly.assertThat(result.ending().status()).as(what).isEqualTo(expected.asInt());
      case "headers" -> headers(softly, expected, result, what);
      case "events" ->
          softly.assertThat(result.events().count()).as(what).isEqualTo(expected.asInt());
      case "content" ->
          softly.assertThat(result.text().content()).as(what).isEqualTo(expected.asText());
      case "reasoning" ->
          softly.assertThat(result.text().reasoning()).as(what).isEqualTo(expected.asText());
      case "first_token_event" ->
          softly.assertThat(result.events().firstToken()).as(what).isEqualTo(expected.asInt(-1));
      case "first_content_event" ->
          softly.assertThat(result.events().firstContent()).as(what).isEqualTo(expected.asInt(-1));
      case "token_events" ->
          softly.assertThat(result.tokens().events()).as(what).isEqualTo(expected.asInt());
      case "cumulative_output_tokens" ->
          softly
              .assertThat(result.arrivals().runningTotals())
              .as(what)
              .containsExactly(
                  StreamSupport.stream(expected.spliterator(), false)
                      .mapToInt(JsonNode::asInt)
                      .toArray());
      case "prompt_tokens" -> count(softly, result.tokens().prompt(), expected, what);
      case "output_tokens" -> count(softly, result.tokens().output(), expected, what);
      case "cached_tokens" -> count(softly, result.tokens().cached(), expected, what);
      case "finish_reason" ->
          softly
              .assertThat(result.ending().finishReason())
              .as(what)
              .isEqualTo(expected.textValue());
      case "outcome" -> softly.assertThat(outcome(result)).as(what).isEqualTo(expected.asText());
      case "error_contains" -> error(softly, expected, result, what);
      // how the body is served: RecordedBody.read and the cuts above go by it
      case "content_type", "content_encoding", "split_at", "delivery", "close" ->
          softly.assertThat(expected.isMissingNode()).as(what).isFalse();
      // prose
      case "notes", "source" -> softly.assertThat(expected.asText()).as(what).isNotBlank();
      default -> softly.fail("%s is a field that this test does not know", what);
    }
  }

  private static void headers(
      SoftAssertions softly, JsonNode expected, StreamResult result, String what) {
    expected
        .properties()
        .forEach(
            header -> {
              switch (header.getKey()) {
                case "retry-after" ->
                    softly
                        .assertThat(result.ending().retryAfterSeconds())
                        .as(what)
                        .isEqualTo(header.getValue().asInt());
                case "content-encoding" ->
                    softly.assertThat(header.getValue().asText()).as(what).isEqualTo("gzip");
                default -> softly.fail("%s: unknown header %s", what, header.getKey());
              }
            });
  }

  private static void count(SoftAssertions softly, int found, JsonNode expected, String what) {
    softly.assertThat(found).as(what).isEqualTo(expected.asInt(TokenCounts.UNKNOWN));
  }

  private static String outcome(StreamResult result) {
    return switch (result.outcome()) {
      case OK -> "ok";
      case TRUNCATED -> "truncated";
      case HTTP_STATUS, NOT_A_STREAM, ERROR_IN_STREAM -> "error";
      default -> result.outcome().tag();
    };
  }

  private static void error(
      SoftAssertions softly, JsonNode expected, StreamResult result, String what) {
    if (expected.isNull()) {
      softly.assertThat(result.ending().sample()).as(what).isNull();
    } else {
      softly
          .assertThat(result.ending().message() + "\n" + result.ending().sample())
          .as(what)
          .contains(expected.asText());
    }
  }
}
