package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.regex.Pattern;

/**
 * The generate extension of Triton, with the names of the TensorRT-LLM ensemble. Nothing but the
 * proper end of the body says that the answer is whole. Whether each event repeats all the text so
 * far is a setting of the deployment, and so a dialect of its own.
 */
final class TritonGenerate extends Dialect {
  private static final byte[] TEXT_OUTPUT = "text_output".getBytes(US_ASCII);
  private static final Pattern MODEL_PATH =
      Pattern.compile(".*/models/[^/]+(/versions/[^/]+)?/generate_stream");

  private final boolean cumulative;

  TritonGenerate(boolean cumulative) {
    super(cumulative ? "triton-generate-cumulative" : "triton-generate", true);
    this.cumulative = cumulative;
  }

  static boolean isModelPath(String path) {
    return MODEL_PATH.matcher(path).matches();
  }

  @Override
  public String path(String model) {
    return "/v2/models/" + EndpointUrl.segment(model) + "/generate_stream";
  }

  @Override
  boolean speaksAt(String path) {
    return isModelPath(path);
  }

  @Override
  public String body(CompletionRequest request) {
    return new Body()
        .with("text_input", request.prompt())
        .with("max_tokens", request.maxTokens())
        .when(request.exactLength(), "min_length", request.maxTokens())
        .with("temperature", request.temperature())
        .with("stream", true)
        .text(request);
  }

  @Override
  boolean endsWithBody() {
    return true;
  }

  @Override
  void read(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (!json.named(TEXT_OUTPUT)) {
        answer.other(json);
      } else if (json.peek() == '[') {
        first(json, answer);
      } else {
        text(json, answer);
      }
    }
  }

  /** Some deployments wrap the text into a list of one. */
  private void first(JsonCursor json, Answer answer) {
    json.enterArray();
    boolean first = true;
    while (json.nextElement()) {
      if (first) {
        text(json, answer);
        first = false;
      } else {
        json.skip();
      }
    }
  }

  private void text(JsonCursor json, Answer answer) {
    if (cumulative) {
      answer.textSoFar(json);
    } else {
      answer.text(json);
    }
  }
}
