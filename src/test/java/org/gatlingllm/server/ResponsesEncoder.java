package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI responses: named events with a running number, one message of one text part. A response
 * that ends at its limit is {@code response.incomplete}.
 */
final class ResponsesEncoder implements Encoder {

  private static final String NUMBER = "\u2402number\u2402";

  private final Generation generation;
  private final byte[] tokenBefore;
  private final byte[] tokenBetween;
  private int number;

  ResponsesEncoder(Generation generation) {
    this.generation = generation;
    ObjectNode delta = part("response.output_text.delta").put("delta", Events.HOLE);
    delta.set("logprobs", Json.array());
    String text = Json.text(delta.put("sequence_number", NUMBER));
    int hole = text.indexOf('"' + Events.HOLE + '"');
    String between = text.substring(hole + Events.HOLE.length() + 2);
    this.tokenBefore =
        ("event: response.output_text.delta\ndata: " + text.substring(0, hole))
            .getBytes(StandardCharsets.UTF_8);
    this.tokenBetween =
        between.substring(0, between.indexOf('"' + NUMBER)).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void open(int cachedTokens, ByteBuf out) {
    send(holding("response.created", response("in_progress", null, cachedTokens)), out);
    send(holding("response.in_progress", response("in_progress", null, cachedTokens)), out);
    ObjectNode item = Json.object().put("type", "response.output_item.added");
    send(item.put("output_index", 0).set("item", item("in_progress", null)), out);
    send(part("response.content_part.added").set("part", textPart("")), out);
  }

  @Override
  public void token(int index, ByteBuf out) {
    out.writeBytes(tokenBefore);
    generation.text().writeQuoted(index, out);
    out.writeBytes(tokenBetween);
    out.writeCharSequence(number++ + "}\n\n", StandardCharsets.US_ASCII);
  }

  @Override
  public void close(int cachedTokens, ByteBuf out) {
    String text = generation.text().first(generation.outputTokens());
    send(part("response.output_text.done").put("text", text).set("logprobs", Json.array()), out);
    send(part("response.content_part.done").set("part", textPart(text)), out);
    ObjectNode item = Json.object().put("type", "response.output_item.done");
    send(item.put("output_index", 0).set("item", item(status(), text)), out);
    send(holding("response." + status(), response(status(), text, cachedTokens)), out);
  }

  @Override
  public void error(String message, ByteBuf out) {
    ObjectNode error = Json.object().put("type", "server_error").put("code", "server_error");
    error.put("message", message).putNull("param");
    ObjectNode event = Json.object().put("type", "error");
    event.put("sequence_number", number++).set("error", error);
    Events.named(event, out);
    ObjectNode failed = response("failed", null, 0);
    failed.set("error", Json.object().put("code", "server_error").put("message", message));
    send(holding("response.failed", failed), out);
  }

  @Override
  public JsonNode whole(int cachedTokens) {
    String text = generation.text().first(generation.outputTokens());
    return response(status(), text, cachedTokens);
  }

  private void send(JsonNode event, ByteBuf out) {
    Events.named(((ObjectNode) event).put("sequence_number", number++), out);
  }

  private static ObjectNode holding(String type, ObjectNode response) {
    return Json.object().put("type", type).set("response", response);
  }

  private ObjectNode part(String type) {
    return Json.object()
        .put("type", type)
        .put("item_id", "msg_" + generation.id())
        .put("output_index", 0)
        .put("content_index", 0);
  }

  private static ObjectNode textPart(String text) {
    ObjectNode part = Json.object().put("type", "output_text");
    part.set("annotations", Json.array());
    part.set("logprobs", Json.array());
    return part.put("text", text);
  }

  private ObjectNode item(String status, @Nullable String text) {
    ObjectNode item = Json.object().put("id", "msg_" + generation.id()).put("type", "message");
    item.put("status", status);
    item.set("content", text == null ? Json.array() : Json.array(textPart(text)));
    return item.put("role", "assistant");
  }

  private ObjectNode response(String status, @Nullable String text, int cachedTokens) {
    ObjectNode response = Json.object().put("id", "resp_" + generation.id());
    response.put("object", "response").put("created_at", generation.createdSeconds());
    response.put("status", status).putNull("error").putNull("incomplete_details");
    if (status.equals("incomplete")) {
      response.set("incomplete_details", Json.object().put("reason", "max_output_tokens"));
    }
    response.put("model", generation.model());
    response.set("output", text == null ? Json.array() : Json.array(item(status, text)));
    response.set("usage", text == null ? null : usage(cachedTokens));
    return response;
  }

  private ObjectNode usage(int cachedTokens) {
    int input = generation.promptTokens();
    int output = generation.outputTokens();
    ObjectNode usage = Json.object().put("input_tokens", input);
    usage.set("input_tokens_details", Json.object().put("cached_tokens", cachedTokens));
    usage.put("output_tokens", output);
    usage.set("output_tokens_details", Json.object().put("reasoning_tokens", 0));
    return usage.put("total_tokens", input + output);
  }

  private String status() {
    return generation.finishStop() ? "completed" : "incomplete";
  }
}
