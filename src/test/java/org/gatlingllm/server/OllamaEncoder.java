package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Ollama chat and generate: one JSON object a line. Every line has the time of the request as
 * {@code created_at}, and the durations of the last one are 0: the truth of the times is in the
 * truth log only.
 */
final class OllamaEncoder implements Encoder {

  private final Generation generation;
  private final byte[] before;
  private final byte[] after;

  OllamaEncoder(Generation generation) {
    this.generation = generation;
    String text = Json.text(line(Events.HOLE).put("done", false));
    int hole = text.indexOf('"' + Events.HOLE + '"');
    this.before = text.substring(0, hole).getBytes(StandardCharsets.UTF_8);
    this.after =
        (text.substring(hole + Events.HOLE.length() + 2) + eventEnd())
            .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String contentType() {
    return "application/x-ndjson";
  }

  @Override
  public String eventEnd() {
    return "\n";
  }

  @Override
  public void open(int cachedTokens, ByteBuf out) {}

  @Override
  public void token(int index, ByteBuf out) {
    out.writeBytes(before);
    generation.text().writeQuoted(index, out);
    out.writeBytes(after);
  }

  @Override
  public void close(int cachedTokens, ByteBuf out) {
    out.writeBytes(Json.bytes(last(""))).writeByte('\n');
  }

  @Override
  public void error(String message, ByteBuf out) {
    out.writeBytes(Json.bytes(Json.object().put("error", message))).writeByte('\n');
  }

  @Override
  public JsonNode whole(int cachedTokens) {
    return last(generation.text().first(generation.outputTokens()));
  }

  private ObjectNode last(String text) {
    return line(text)
        .put("done", true)
        .put("done_reason", ChatEncoder.finishReason(generation))
        .put("total_duration", 0)
        .put("load_duration", 0)
        .put("prompt_eval_count", generation.promptTokens())
        .put("prompt_eval_duration", 0)
        .put("eval_count", generation.outputTokens())
        .put("eval_duration", 0);
  }

  private ObjectNode line(String content) {
    ObjectNode line = Json.object().put("model", generation.model());
    line.put("created_at", Instant.ofEpochMilli(generation.createdMillis()).toString());
    if (generation.request().protocol() == Protocol.OLLAMA_GENERATE) {
      return line.put("response", content);
    }
    return line.set("message", Json.object().put("role", "assistant").put("content", content));
  }
}
