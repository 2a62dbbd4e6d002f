package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks to be generated, whatever the protocol.
 *
 * @param maxTokens most output tokens; 0: the request sets no limit
 */
record GenerationRequest(
    Protocol protocol,
    String model,
    boolean stream,
    boolean includeUsage,
    Prompt prompt,
    int maxTokens,
    int minTokens,
    boolean ignoreEos) {

  /**
   * Reads the body of a request.
   *
   * @throws Refusal when it is no JSON object, or lacks its prompt or its model, or has a limit
   *     that is no positive whole number
   */
  static GenerationRequest read(Protocol protocol, byte[] body) {
    JsonNode root = object(body);
    JsonNode text = root.path(protocol.promptField());
    if (text.isMissingNode() || text.isNull() || (text.isArray() && text.isEmpty())) {
      throw missing(protocol.promptField());
    }
    if (!root.path("model").isTextual()) {
      throw missing("model");
    }
    StringBuilder words = new StringBuilder();
    collect(root.path("system"), words);
    collect(root.path("instructions"), words);
    collect(text, words);
    return new GenerationRequest(
        protocol,
        root.path("model").asText(),
        root.path("stream").asBoolean(protocol.ollama()),
        root.path("stream_options").path("include_usage").asBoolean(false),
        Prompt.of(words.toString()),
        limit(protocol, root),
        Math.max(0, root.path("min_tokens").asInt(0)),
        root.path("ignore_eos").asBoolean(false));
  }

  private static JsonNode object(byte[] body) {
    @Nullable JsonNode root;
    try {
      root = Json.read(body);
    } catch (IOException e) {
      throw notJson();
    }
    if (root == null || !root.isObject()) {
      throw notJson();
    }
    return root;
  }

  private static int limit(Protocol protocol, JsonNode root) {
    for (String field : protocol.limitFields()) {
      JsonNode limit = root.at(field);
      if (limit.isNumber() && !(protocol.ollama() && limit.asInt() < 0)) {
        if (!limit.canConvertToInt() || limit.asInt() < 1) {
          String name = field.substring(field.lastIndexOf('/') + 1);
          throw Refusal.badRequest(
              name,
              "integer_below_min_value",
              "Invalid '" + name + "': expected a whole number >= 1, but got " + limit + ".");
        }
        return limit.asInt();
      }
    }
    return 0;
  }

  // Texts wherever the protocols put them; a prompt of token ids counts one word an id.
  private static void collect(JsonNode node, StringBuilder words) {
    if (node.isValueNode() && !node.isNull() && !node.isMissingNode()) {
      words.append(node.asText()).append(' ');
    } else if (node.isArray()) {
      node.forEach(item -> collect(item, words));
    } else if (node.isObject()) {
      collect(node.path("content"), words);
      collect(node.path("text"), words);
    } else if (!(node instanceof MissingNode) && !node.isNull()) {
      throw new IllegalStateException("unknown kind of JSON node: " + node.getNodeType());
    }
  }

  private static Refusal missing(String field) {
    return Refusal.badRequest(
        field, "missing_required_parameter", "Missing required parameter: '" + field + "'.");
  }

  private static Refusal notJson() {
    return Refusal.badRequest(
        "", "", "We could not parse the JSON body of your request: expected a JSON object.");
  }
}
