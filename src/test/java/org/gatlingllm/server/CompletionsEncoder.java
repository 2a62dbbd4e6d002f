package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** OpenAI completions: a text a token, finish reason, usage if asked, [DONE]. */
final class CompletionsEncoder implements Encoder {

  private final Generation generation;
  private final Events.Template token;

  CompletionsEncoder(Generation generation) {
    this.generation = generation;
    this.token = Events.Template.data(chunk(Events.HOLE, null));
  }

  @Override
  public void open(int cachedTokens, ByteBuf out) {}

  @Override
  public void token(int index, ByteBuf out) {
    token.write(generation.text(), index, out);
  }

  @Override
  public void close(int cachedTokens, ByteBuf out) {
    Events.data(chunk("", ChatEncoder.finishReason(generation)), out);
    if (generation.request().includeUsage()) {
      ObjectNode last = start();
      last.set("choices", Json.array());
      last.set("usage", ChatEncoder.usage(generation, cachedTokens));
      Events.data(last, out);
    }
    out.writeBytes(Events.DONE);
  }

  @Override
  public void error(String message, ByteBuf out) {
    Events.data(ChatEncoder.serverError(message), out);
    out.writeBytes(Events.DONE);
  }

  @Override
  public JsonNode whole(int cachedTokens) {
    String text = generation.text().first(generation.outputTokens());
    ObjectNode whole = start();
    whole.set("choices", Json.array(choice(text, ChatEncoder.finishReason(generation))));
    whole.set("usage", ChatEncoder.usage(generation, cachedTokens));
    return whole;
  }

  private ObjectNode chunk(String text, @Nullable String reason) {
    ObjectNode chunk = start();
    chunk.set("choices", Json.array(choice(text, reason)));
    return generation.request().includeUsage() ? chunk.putNull("usage") : chunk;
  }

  private static ObjectNode choice(String text, @Nullable String reason) {
    ObjectNode choice = Json.object().put("text", text).put("index", 0);
    return choice.putNull("logprobs").put("finish_reason", reason);
  }

  private ObjectNode start() {
    return Json.object()
        .put("id", "cmpl-" + generation.id())
        .put("object", "text_completion")
        .put("created", generation.createdSeconds())
        .put("model", generation.model());
  }
}
