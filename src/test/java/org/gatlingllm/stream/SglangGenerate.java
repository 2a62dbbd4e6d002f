package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.gatlingllm.metric.TokenCounts;

/**
 * SGLang's own generate endpoint. Each event repeats all the text so far, unless the server runs
 * with incremental output: that is a dialect of its own, since the two cannot be told apart from
 * what they send ({@code " "}, then {@code " the"}).
 */
final class SglangGenerate extends Dialect {
  private static final byte[] TEXT = "text".getBytes(US_ASCII);
  private static final byte[] META_INFO = "meta_info".getBytes(US_ASCII);
  private static final byte[] FINISH_REASON = "finish_reason".getBytes(US_ASCII);
  private static final byte[] TYPE = "type".getBytes(US_ASCII);
  private static final byte[] PROMPT_TOKENS = "prompt_tokens".getBytes(US_ASCII);
  private static final byte[] COMPLETION_TOKENS = "completion_tokens".getBytes(US_ASCII);
  private static final byte[] CACHED_TOKENS = "cached_tokens".getBytes(US_ASCII);
  private static final byte[] REASONING_TOKENS = "reasoning_tokens".getBytes(US_ASCII);
  private static final byte[] QUEUE_TIME = "queue_time".getBytes(US_ASCII);
  private static final int UNKNOWN = TokenCounts.UNKNOWN;

  private final boolean cumulative;

  SglangGenerate(boolean cumulative) {
    super(cumulative ? "sglang-generate" : "sglang-generate-incremental", true);
    this.cumulative = cumulative;
  }

  @Override
  public String path(String model) {
    return "/generate";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/generate") && !path.endsWith("/api/generate");
  }

  @Override
  public String body(CompletionRequest request) {
    return new Body()
        .with("text", request.prompt())
        .with(
            "sampling_params",
            new Body()
                .with("max_new_tokens", request.maxTokens())
                .with("temperature", request.temperature())
                .when(request.exactLength(), "ignore_eos", true))
        .with("stream", true)
        .text(request);
  }

  @Override
  boolean endsWithDone() {
    return true;
  }

  @Override
  void read(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (json.named(TEXT)) {
        text(json, answer);
      } else if (json.named(META_INFO)) {
        info(json, answer);
      } else {
        answer.other(json);
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

  private static void info(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(FINISH_REASON)) {
          finish(json, answer);
        } else if (json.named(COMPLETION_TOKENS)) {
          answer.output(json.nextCount(UNKNOWN));
        } else if (json.named(PROMPT_TOKENS)) {
          answer.counts().prompt(json.nextCount(UNKNOWN));
        } else if (json.named(CACHED_TOKENS)) {
          answer.counts().cached(json.nextCount(UNKNOWN));
        } else if (json.named(REASONING_TOKENS)) {
          answer.counts().reasoningTokens(json.nextCount(UNKNOWN));
        } else if (json.named(QUEUE_TIME)) {
          answer.clocks().queue(json.nextNumber(), ServerClocks.SECOND);
        } else {
          json.skip();
        }
      }
    }
  }

  /** An object with a type, or a text. */
  private static void finish(JsonCursor json, Answer answer) {
    if (json.peek() == '"') {
      answer.finish(json);
    } else if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(TYPE)) {
          answer.finish(json);
        } else {
          json.skip();
        }
      }
    }
  }
}
