package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Ollama's own chat: a JSON object a line. */
final class OllamaChat extends OllamaFields {
  private static final byte[] MESSAGE = "message".getBytes(US_ASCII);
  private static final byte[] CONTENT = "content".getBytes(US_ASCII);
  private static final byte[] THINKING = "thinking".getBytes(US_ASCII);
  private static final byte[] TOOL_CALLS = "tool_calls".getBytes(US_ASCII);

  OllamaChat() {
    super("ollama-chat");
  }

  @Override
  public String path(String model) {
    return "/api/chat";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/api/chat");
  }

  @Override
  public String body(CompletionRequest request) {
    Body body =
        new Body()
            .with("model", request.model())
            .with("messages", Body.messages(request.system(), request));
    return options(body, request).text(request);
  }

  @Override
  boolean output(JsonCursor json, Answer answer) {
    if (!json.named(MESSAGE)) {
      return false;
    }
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(CONTENT)) {
          answer.text(json);
        } else if (json.named(THINKING)) {
          answer.reasoning(json);
        } else if (json.named(TOOL_CALLS)) {
          ToolCalls.read(json, answer);
        } else {
          json.skip();
        }
      }
    }
    return true;
  }
}
