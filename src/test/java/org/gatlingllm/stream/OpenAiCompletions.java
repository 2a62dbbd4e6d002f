package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** OpenAI's text completions, as OpenAI, vLLM, SGLang, llama.cpp and Ollama speak them. */
final class OpenAiCompletions extends OpenAiFields {
  private static final byte[] TEXT = "text".getBytes(US_ASCII);

  OpenAiCompletions() {
    super("openai-completions");
  }

  @Override
  public String path(String model) {
    return "/v1/completions";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/completions") && !path.endsWith("/chat/completions");
  }

  @Override
  public String body(CompletionRequest request) {
    Body body = new Body().with("model", request.model()).with("prompt", request.prompt());
    return options(body, request).text(request);
  }

  @Override
  void choiceMember(JsonCursor json, Answer answer) {
    if (json.named(TEXT)) {
      answer.text(json);
    } else {
      json.skip();
    }
  }
}
