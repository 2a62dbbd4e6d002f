package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;

/** Anthropic messages: named events, one text block; cached input is reported apart. */
final class MessagesEncoder implements Encoder {

  private final Generation generation;
  private final Events.Template token;

  MessagesEncoder(Generation generation) {
    this.generation = generation;
    ObjectNode event = block("content_block_delta");
    event.set("delta", Json.object().put("type", "text_delta").put("text", Events.HOLE));
    this.token = Events.Template.named(event);
  }

  @Override
  public void open(int cachedTokens, ByteBuf out) {
    ObjectNode message = message();
    message.set("content", Json.array());
    message.putNull("stop_reason").putNull("stop_sequence");
    message.set("usage", usage(cachedTokens, 1));
    Events.named(Json.object().put("type", "message_start").set("message", message), out);
    ObjectNode start = block("content_block_start");
    start.set("content_block", Json.object().put("type", "text").put("text", ""));
    Events.named(start, out);
    Events.named(Json.object().put("type", "ping"), out);
  }

  @Override
  public void token(int index, ByteBuf out) {
    token.write(generation.text(), index, out);
  }

  @Override
  public void close(int cachedTokens, ByteBuf out) {
    Events.named(block("content_block_stop"), out);
    ObjectNode delta = Json.object().put("type", "message_delta");
    delta.set("delta", Json.object().put("stop_reason", stopReason()).putNull("stop_sequence"));
    delta.set("usage", usage(cachedTokens, generation.outputTokens()));
    Events.named(delta, out);
    Events.named(Json.object().put("type", "message_stop"), out);
  }

  @Override
  public void error(String message, ByteBuf out) {
    Events.named(error("overloaded_error", message), out);
  }

  @Override
  public JsonNode whole(int cachedTokens) {
    String text = generation.text().first(generation.outputTokens());
    ObjectNode message = message();
    message.set("content", Json.array(Json.object().put("type", "text").put("text", text)));
    message.put("stop_reason", stopReason()).putNull("stop_sequence");
    return message.set("usage", usage(cachedTokens, generation.outputTokens()));
  }

  static ObjectNode error(String type, String message) {
    ObjectNode error = Json.object().put("type", type).put("message", message);
    return Json.object().put("type", "error").set("error", error);
  }

  private ObjectNode message() {
    return Json.object()
        .put("id", "msg_" + generation.id())
        .put("type", "message")
        .put("role", "assistant")
        .put("model", generation.model());
  }

  private static ObjectNode block(String type) {
    return Json.object().put("type", type).put("index", 0);
  }

  private ObjectNode usage(int cachedTokens, int outputTokens) {
    return Json.object()
        .put("input_tokens", generation.promptTokens() - cachedTokens)
        .put("cache_creation_input_tokens", 0)
        .put("cache_read_input_tokens", cachedTokens)
        .put("output_tokens", outputTokens);
  }

  private String stopReason() {
    return generation.finishStop() ? "end_turn" : "max_tokens";
  }
}
