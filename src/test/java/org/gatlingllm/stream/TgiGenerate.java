package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.gatlingllm.metric.TokenCounts;

/**
 * The own stream of Text Generation Inference: a token an event, special tokens too. The last event
 * repeats the whole text in {@code generated_text}.
 */
final class TgiGenerate extends Dialect {
  private static final byte[] TOKEN = "token".getBytes(US_ASCII);
  private static final byte[] TEXT = "text".getBytes(US_ASCII);
  private static final byte[] SPECIAL = "special".getBytes(US_ASCII);
  private static final byte[] GENERATED_TEXT = "generated_text".getBytes(US_ASCII);
  private static final byte[] DETAILS = "details".getBytes(US_ASCII);
  private static final byte[] FINISH_REASON = "finish_reason".getBytes(US_ASCII);
  private static final byte[] GENERATED_TOKENS = "generated_tokens".getBytes(US_ASCII);
  private static final byte[] INPUT_LENGTH = "input_length".getBytes(US_ASCII);

  TgiGenerate() {
    super("tgi-generate", true);
  }

  @Override
  public String path(String model) {
    return "/generate_stream";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/generate_stream") && !TritonGenerate.isModelPath(path);
  }

  @Override
  public String body(CompletionRequest request) {
    return new Body()
        .with("inputs", request.prompt())
        .with(
            "parameters",
            new Body()
                .with("max_new_tokens", request.maxTokens())
                .with("temperature", request.temperature())
                .with("details", true))
        .text(request);
  }

  @Override
  void read(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (json.named(TOKEN)) {
        token(json, answer);
      } else if (json.named(GENERATED_TEXT)) {
        if (json.nextString()) {
          answer.last();
        }
      } else if (json.named(DETAILS)) {
        details(json, answer);
      } else {
        answer.other(json);
      }
    }
  }

  /** Whether it is special may be said after the text. */
  private static void token(JsonCursor json, Answer answer) {
    if (!json.enterObject()) {
      return;
    }
    int text = -1;
    boolean special = false;
    while (json.nextMember()) {
      if (json.named(SPECIAL)) {
        special = json.nextTrue();
      } else {
        text = json.named(TEXT) ? json.position() : text;
        json.skip();
      }
    }
    int end = json.position();
    if (text >= 0) {
      json.moveTo(text);
      text(special, json, answer);
      json.moveTo(end);
    }
  }

  private static void text(boolean special, JsonCursor json, Answer answer) {
    if (special) {
      answer.specialToken(json);
    } else {
      answer.text(json);
    }
  }

  private static void details(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(FINISH_REASON)) {
          answer.finishReason(json);
        } else if (json.named(GENERATED_TOKENS)) {
          answer.output(json.nextCount(TokenCounts.UNKNOWN));
        } else if (json.named(INPUT_LENGTH)) {
          answer.counts().prompt(json.nextCount(TokenCounts.UNKNOWN));
        } else {
          json.skip();
        }
      }
    }
  }
}
