package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI chat completions: role-only delta, a delta a token, finish reason, usage if asked, [DONE].
 */
final class ChatEncoder implements Encoder {

  private final Generation generation;
  private final Events.Template token;

  ChatEncoder(Generation generation) {
    this.generation = generation;
    this.token = Events.Template.data(chunk(Json.object().put("content", Events.HOLE), null));
  }

  @Override
  public void open(int cachedTokens, ByteBuf out) {
    Events.data(chunk(Json.object().put("role", "assistant").put("content", ""), null), out);
  }

  @Override
  public void token(int index, ByteBuf out) {
    token.write(generation.text(), index, out);
  }

  @Override
  public void close(int cachedTokens, ByteBuf out) {
    Events.data(chunk(Json.object(), finishReason(generation)), out);
    if (generation.request().includeUsage()) {
      ObjectNode last = start("chat.completion.chunk");
      last.set("choices", Json.array());
      last.set("usage", usage(generation, cachedTokens));
      Events.data(last, out);
    }
    out.writeBytes(Events.DONE);
  }

  @Override
  public void error(String message, ByteBuf out) {
    Events.data(serverError(message), out);
    out.writeBytes(Events.DONE);
  }

  @Override
  public JsonNode whole(int cachedTokens) {
    ObjectNode answer = Json.object().put("role", "assistant");
    answer.put("content", generation.text().first(generation.outputTokens()));
    ObjectNode choice = Json.object().put("index", 0);
    choice.set("message", answer);
    choice.putNull("logprobs").put("finish_reason", finishReason(generation));
    ObjectNode whole = start("chat.completion");
    whole.set("choices", Json.array(choice));
    whole.set("usage", usage(generation, cachedTokens));
    return whole;
  }

  private ObjectNode chunk(ObjectNode delta, @Nullable String reason) {
    ObjectNode choice = Json.object().put("index", 0);
    choice.set("delta", delta);
    choice.putNull("logprobs").put("finish_reason", reason);
    ObjectNode chunk = start("chat.completion.chunk");
    chunk.set("choices", Json.array(choice));
    // OpenAI: with include_usage every chunk has the field, null in all but the last.
    return generation.request().includeUsage() ? chunk.putNull("usage") : chunk;
  }

  private ObjectNode start(String object) {
    return Json.object()
        .put("id", "chatcmpl-" + generation.id())
        .put("object", object)
        .put("created", generation.createdSeconds())
        .put("model", generation.model())
        .put("system_fingerprint", "fp_simulated");
  }

  static String finishReason(Generation generation) {
    return generation.finishStop() ? "stop" : "length";
  }

  static ObjectNode usage(Generation generation, int cachedTokens) {
    int prompt = generation.promptTokens();
    int output = generation.outputTokens();
    ObjectNode usage = Json.object();
    usage.put("prompt_tokens", prompt).put("completion_tokens", output);
    usage.put("total_tokens", prompt + output);
    usage.set("prompt_tokens_details", Json.object().put("cached_tokens", cachedTokens));
    usage.set("completion_tokens_details", Json.object().put("reasoning_tokens", 0));
    return usage;
  }

  static ObjectNode serverError(String message) {
    ObjectNode error = Json.object().put("message", message).put("type", "server_error");
    error.putNull("param").put("code", 500);
    return Json.object().set("error", error);
  }
}
