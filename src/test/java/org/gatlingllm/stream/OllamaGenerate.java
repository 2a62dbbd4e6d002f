package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Ollama's own text generation: a JSON object a line. */
final class OllamaGenerate extends OllamaFields {
  private static final byte[] RESPONSE = "response".getBytes(US_ASCII);
  private static final byte[] THINKING = "thinking".getBytes(US_ASCII);

  OllamaGenerate() {
    super("ollama-generate");
  }

  @Override
  public String path(String model) {
    return "/api/generate";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/api/generate");
  }

  @Override
  public String body(CompletionRequest request) {
    Body body =
        new Body()
            .with("model", request.model())
            .with("system", request.system())
            .with("prompt", request.conversation());
    return options(body, request).text(request);
  }

  @Override
  boolean output(JsonCursor json, Answer answer) {
    if (json.named(RESPONSE)) {
      answer.text(json);
      return true;
    }
    if (json.named(THINKING)) {
      answer.reasoning(json);
      return true;
    }
    return false;
  }
}
