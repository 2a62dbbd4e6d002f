package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenTimings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamReaderTest {
  private static final long ABSENT = TokenTimings.ABSENT;
  private static final String ROLE =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";
  private static final String FINISH =
      "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

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

  @Test
  void roleOnlyFrameIsNotTheFirstToken() {
    ok();
    read(ROLE, 10);
    assertThat(reader.result().arrivals().count()).isZero();
    read(token("a"), 20);
    assertThat(reader.result().arrivals().count()).isEqualTo(1);
    assertThat(reader.result().arrivals().nanos(0)).isEqualTo(20);
  }

  @Test
  void chunksOfOneReadAreOneArrival() {
    ok();
    read(token("a"), 10);
    read(token("b") + token("c"), 10);
    read(token("d"), 20);
    TokenArrivals arrivals = reader.result().arrivals();
    assertThat(arrivals.count()).isEqualTo(2);
    assertThat(arrivals.tokens(0)).isEqualTo(3);
    assertThat(arrivals.tokens(1)).isEqualTo(1);
  }

  @Test
  void eventThatStraddlesReadsBelongsToTheReadThatCompletesIt() {
    ok();
    String event = token("a");
    read(event.substring(0, 20), 10);
    read(event.substring(20), 20);
    assertThat(reader.result().arrivals().nanos(0)).isEqualTo(20);
  }

  @Test
  void lastBlockWithoutItsEmptyLineCameWithTheLastRead() {
    ok();
    read(token("a").stripTrailing(), 10);
    assertThat(reader.result().arrivals().count()).isZero();
    reader.endOfBody();
    assertThat(reader.result().arrivals().nanos(0)).isEqualTo(10);
  }

  @Test
  void tokensOfAnArrivalAreTheServersRunningCountWhereItTellsOne() {
    ok();
    read(chunk("\"content\":\"a\"", "{\"completion_tokens\":2}"), 10);
    read(chunk("\"content\":\"\"", "{\"completion_tokens\":3}"), 15);
    read(chunk("\"content\":\"b\"", "{\"completion_tokens\":6}"), 20);
    StreamResult result = reader.result();
    assertThat(result.arrivals().tokens(0)).isEqualTo(2);
    assertThat(result.arrivals().tokens(1)).isEqualTo(4);
    assertThat(result.tokens().running()).isTrue();
  }

  @Test
  void usageOnTheLastTokenOnlyIsNoRunningCount() {
    ok();
    read(token("a"), 10);
    read(chunk("\"content\":\"b\"", "{\"completion_tokens\":9}"), 20);
    StreamResult result = reader.result();
    assertThat(result.arrivals().tokens(1)).isEqualTo(1);
    assertThat(result.tokens().running()).isFalse();
    assertThat(result.tokens().output()).isEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void countThatDoesNotRunIsNoRunningCount(int count) {
    ok();
    String usage = "{\"completion_tokens\":" + count + "}";
    read(chunk("\"content\":\"a\"", usage), 10);
    read(chunk("\"content\":\"b\"", usage), 20);
    assertThat(reader.result().tokens().running()).isFalse();
    assertThat(reader.result().arrivals().tokens(1)).isEqualTo(1);
  }

  @Test
  void firstOutputIsTheFirstVisibleText() {
    ok();
    read(chunk("\"reasoning\":\"hm\"", "null"), 10);
    assertThat(reader.result().arrivals().firstOutputNanos()).isEqualTo(ABSENT);
    read(token("a"), 20);
    TokenTimings timings = reader.result().timings(new TokenTimings.Request(1, 2, 5, 30));
    assertThat(timings.firstTokenNanos()).isEqualTo(10);
    assertThat(timings.firstOutputNanos()).isEqualTo(20);
    assertThat(timings.closedNanos()).isEqualTo(30);
    assertThat(reader.result().tokens().reasoningStreamed()).isTrue();
  }

  @Test
  void reasonOfAnIncompleteResponseGoesBeforeItsStatus() {
    for (String order : new String[] {"SI", "IS"}) {
      String fields =
          order
              .replace("S", "\"status\":\"incomplete\",")
              .replace("I", "\"incomplete_details\":{\"reason\":\"max_output_tokens\"},");
      StreamReader responses = new StreamReader(Dialect.named("openai-responses"), false);
      responses.headers(200, "text/event-stream", null, null);
      String body =
          "data: {\"response\":{" + fields + "\"x\":1},\"type\":\"response.incomplete\"}\n\n";
      responses.read(ByteBuffer.wrap(body.getBytes(UTF_8)), 1);
      assertThat(responses.result().outcome()).isEqualTo(Outcome.OK);
      assertThat(responses.ended()).isTrue();
      assertThat(responses.result().ending().finishReason()).isEqualTo("max_output_tokens");
    }
  }

  @Test
  void directBuffersAreReadToTheirLimit() {
    ok();
    byte[] body = (token("x".repeat(20_000)) + token("b") + FINISH).getBytes(UTF_8);
    ByteBuffer direct = ByteBuffer.allocateDirect(body.length + 5).put(body).flip();
    reader.read(direct, 1);
    assertThat(direct.hasRemaining()).isFalse();
    assertThat(reader.result().tokens().events()).isEqualTo(2);
  }

  @Test
  void textIsAbsentWhenItWasNotToBeKept() {
    ok();
    read(token("a"), 1);
    assertThat(reader.result().text().content()).isNull();
    assertThat(reader.result().text().reasoning()).isNull();
  }

  @Test
  void serverClocksAreKept() {
    assertThat(server("groq-usage.sse"))
        .isEqualTo(new ServerTimings(282_450_490, ABSENT, 2_698_174, 60_833_333));
    assertThat(server("llamacpp-chat-timings.sse"))
        .isEqualTo(new ServerTimings(ABSENT, ABSENT, 30_958_000, 56_660_000));
    assertThat(server("llamacpp-completion.sse"))
        .isEqualTo(new ServerTimings(ABSENT, ABSENT, 60_100_000, 57_300_000));
    assertThat(server("ollama-chat-thinking.ndjson"))
        .isEqualTo(new ServerTimings(ABSENT, 1_501_631_208, 213_560_000, 181_000_000));
    assertThat(server("openai-chat-role-first.sse")).isEqualTo(ServerTimings.NONE);
  }

  @Test
  void vllmMetricsAreServerClocks() {
    ok();
    read(
        "data: {\"choices\":[],\"metrics\":{\"time_to_first_token_ms\":85.2,"
            + "\"generation_time_ms\":1240.5,\"queue_time_ms\":12.3,\"mean_itl_ms\":null}}\n\n",
        1);
    assertThat(reader.result().server())
        .isEqualTo(new ServerTimings(12_300_000, ABSENT, 85_200_000, 1_240_500_000));
  }

  private static ServerTimings server(String file) {
    return RecordedBody.named(file).read().server();
  }

  @Test
  void reasoningUnderTwoNamesIsTakenOnceInAnyOrder() {
    StreamReader keeping = new StreamReader(Dialect.named("openai-chat"), true);
    keeping.headers(200, "text/event-stream", null, null);
    String details = "\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"a\"}]";
    String body =
        chunk(details + ",\"reasoning\":\"a\"", "null")
            + chunk("\"reasoning\":\"\",\"reasoning_content\":\"b\",\"reasoning\":\"b\"", "null");
    keeping.read(ByteBuffer.wrap(body.getBytes(UTF_8)), 1);
    assertThat(keeping.result().text().reasoning()).isEqualTo("ab");
  }

  @Test
  void textOfOtherChoicesCountsButIsNotContentWhereverTheIndexStands() {
    StreamReader keeping = new StreamReader(Dialect.named("openai-chat"), true);
    keeping.headers(200, "text/event-stream", null, null);
    String body =
        """
        data: {"choices":[{"delta":{"content":"x"},"index":1}]}

        data: {"choices":[{"delta":{"content":"a"},"index":0}]}

        """;
    keeping.read(ByteBuffer.wrap(body.getBytes(UTF_8)), 1);
    assertThat(keeping.result().text().content()).isEqualTo("a");
    assertThat(keeping.result().tokens().events()).isEqualTo(2);
    assertThat(keeping.result().events().firstContent()).isZero();
  }

  @Test
  void cumulativeDialectsCountOnlyGrowth() {
    for (String name : new String[] {"triton-generate-cumulative", "triton-generate"}) {
      StreamReader triton = new StreamReader(Dialect.named(name), true);
      triton.headers(200, "text/event-stream", null, null);
      String body = "data: {\"text_output\":\"a\"}\n\ndata: {\"text_output\":\"ab\"}\n\n";
      triton.read(ByteBuffer.wrap((body + body.substring(27)).getBytes(UTF_8)), 1);
      boolean cumulative = name.endsWith("cumulative");
      assertThat(triton.result().text().content()).isEqualTo(cumulative ? "ab" : "aabab");
      assertThat(triton.result().tokens().events()).isEqualTo(cumulative ? 2 : 3);
    }
  }
}
