package org.gatlingllm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gatlingllm.server.RawHttp.CHAT;
import static org.gatlingllm.server.RawHttp.chat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ProtocolTest {

  private static final ServerOptions FAST = ServerOptions.preset("fast");

  @Test
  void chatStreamIsRoleThenTokensThenReasonThenUsageThenDone() throws IOException {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST)) {
      RawHttp.Heard heard = RawHttp.ask(server, CHAT, chat(3, true));
      List<JsonNode> events = events(heard.body());

      assertThat(heard.head()).startsWith("HTTP/1.1 200 OK\r\n");
      assertThat(heard.head()).contains("content-type: text/event-stream");
      assertThat(heard.properEnd()).isTrue();
      assertThat(heard.body()).endsWith("}\n\ndata: [DONE]\n\n");
      assertThat(events).hasSize(6);
      assertThat(delta(events.get(0))).isEqualTo("{\"role\":\"assistant\",\"content\":\"\"}");
      assertThat(events.subList(1, 4))
          .allSatisfy(e -> assertThat(e.at("/choices/0/delta/content").asText()).isNotBlank());
      assertThat(events.get(4).at("/choices/0/finish_reason").asText()).isEqualTo("length");
      assertThat(events.get(5).path("choices")).isEmpty();
      assertThat(events.get(5).at("/usage/prompt_tokens").asInt()).isEqualTo(4);
      assertThat(events.get(5).at("/usage/completion_tokens").asInt()).isEqualTo(3);
      assertThat(events.get(5).at("/usage/prompt_tokens_details/cached_tokens").asInt()).isZero();
    }
  }

  @Test
  void usageIsToldOnlyWhenAskedFor() throws IOException {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST)) {
      String body = chat(3, true).replace("\"include_usage\":true", "\"include_usage\":false");

      assertThat(RawHttp.ask(server, CHAT, body).body()).doesNotContain("usage");
    }
  }

  @Test
  void wholeAnswerHasTheTextOfTheStream() throws IOException {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST)) {
      RawHttp.Heard heard = RawHttp.ask(server, CHAT, chat(8, false));
      JsonNode answer = Json.read(heard.body().getBytes(StandardCharsets.UTF_8));

      assertThat(heard.head()).contains("content-type: application/json", "content-length: ");
      assertThat(answer.at("/choices/0/message/content").asText().split(" ", -1)).hasSize(8);
      assertThat(answer.at("/usage/total_tokens").asInt()).isEqualTo(12);
    }
  }

  @Test
  void everyProtocolEndsWithItsOwnEndMark() throws IOException {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST)) {
      String text = "\"stream\":true,\"model\":\"m\"";
      String messages = text + ",\"messages\":[{\"role\":\"user\",\"content\":\"a b\"}]";

      assertThat(ask(server, "/v1/completions", text + ",\"prompt\":\"a b\",\"max_tokens\":2"))
          .endsWith("data: [DONE]\n\n");
      assertThat(ask(server, "/v1/responses", text + ",\"input\":\"a b\",\"max_output_tokens\":2"))
          .contains("event: response.output_text.delta\n", "\"output_tokens\":2")
          .contains("event: response.incomplete\n");
      assertThat(ask(server, "/v1/messages", messages + ",\"max_tokens\":2"))
          .contains("event: content_block_delta\n", "\"stop_reason\":\"max_tokens\"")
          .endsWith("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
      assertThat(ask(server, "/api/chat", messages + ",\"options\":{\"num_predict\":2}"))
          .contains("\"done\":true", "\"eval_count\":2")
          .hasLineCount(3);
      assertThat(
              ask(
                  server,
                  "/api/generate",
                  "\"model\":\"m\",\"prompt\":\"a b\",\"options\":{\"num_predict\":2}"))
          .contains("\"response\":\"", "\"done\":true", "\"eval_count\":2")
          .hasLineCount(3);
    }
  }

  @Test
  void wrongRequestsAreRefusedAsOpenAiDoes() throws IOException {
    ServerOptions options = FAST.withModel("known").withApiKey("secret");
    try (SimulatedLlmServer server = SimulatedLlmServer.start(options)) {
      String key = "authorization: Bearer secret";

      assertThat(RawHttp.ask(server, CHAT, chat(1, true)).text())
          .startsWith("HTTP/1.1 401 ")
          .contains("\"type\":\"invalid_request_error\"");
      assertThat(RawHttp.ask(server, CHAT, chat(1, true), "authorization: Bearer no").text())
          .startsWith("HTTP/1.1 401 ")
          .contains("\"code\":\"invalid_api_key\"");
      assertThat(RawHttp.ask(server, CHAT, chat(1, true), key).text())
          .startsWith("HTTP/1.1 404 ")
          .contains("\"code\":\"model_not_found\"", "`m`");
      assertThat(RawHttp.ask(server, "/v1" + CHAT, chat(1, true), key).text())
          .startsWith("HTTP/1.1 404 ")
          .contains("Invalid URL (POST /v1/v1/chat/completions)");
      assertThat(RawHttp.ask(server, "/v1/models", "", key).text())
          .startsWith("HTTP/1.1 405 ")
          .contains("allow: GET");
      assertThat(RawHttp.ask(server, CHAT, "{", key).text()).startsWith("HTTP/1.1 400 ");
      assertThat(RawHttp.ask(server, CHAT, "{\"model\":\"known\"}", key).text())
          .startsWith("HTTP/1.1 400 ")
          .contains("Missing required parameter: 'messages'.");
      assertThat(RawHttp.ask(server, CHAT, chat(0, true), key).text())
          .startsWith("HTTP/1.1 400 ")
          .contains("Invalid 'max_tokens'");
    }
  }

  @Test
  void answersMayEndEarlyUnlessTheRequestForbidsIt() throws IOException {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withEosProbability(0.2))) {
      assertThat(RawHttp.ask(server, CHAT, chat(1_000, true)).body())
          .contains("\"finish_reason\":\"stop\"");
      String ignoring = chat(300, true).replace("{\"model\"", "{\"ignore_eos\":true,\"model\"");
      assertThat(RawHttp.ask(server, CHAT, ignoring).body())
          .contains("\"finish_reason\":\"length\"", "\"completion_tokens\":300");
      String atLeast = chat(1_000, true).replace("{\"model\"", "{\"min_tokens\":50,\"model\"");
      assertThat(RawHttp.ask(server, CHAT, atLeast).body()).contains("\"finish_reason\":\"stop\"");
      assertThat(server.truth().get(2).outputTokens()).isBetween(50, 200);
    }
  }

  @Test
  void cachedTokensOfARepeatedPromptAreTold() throws IOException {
    ServiceModel fast = ServiceModel.preset("fast");
    ServiceModel caching = fast.withPrefill(fast.prefill().withCached(true));
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withServiceModel(caching))) {
      String body = chat(2, true).replace("one two three four", "word ".repeat(50));
      assertThat(RawHttp.ask(server, CHAT, body).body()).contains("\"cached_tokens\":0");
      assertThat(RawHttp.ask(server, CHAT, body).body()).contains("\"cached_tokens\":48");
    }
  }

  private static String ask(SimulatedLlmServer server, String path, String fields)
      throws IOException {
    return RawHttp.ask(server, path, "{" + fields + "}").body();
  }

  private static String delta(JsonNode event) {
    return Json.text(event.at("/choices/0/delta"));
  }

  private static List<JsonNode> events(String body) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String event : body.split("\n\n", -1)) {
      if (event.startsWith("data: {")) {
        events.add(Json.read(event.substring(6).getBytes(StandardCharsets.UTF_8)));
      }
    }
    return events;
  }
}
