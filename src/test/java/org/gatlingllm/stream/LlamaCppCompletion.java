package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.gatlingllm.metric.TokenCounts;

/** The own completion endpoint of llama.cpp's server. Its last event has {@code stop: true}. */
final class LlamaCppCompletion extends Dialect {
  private static final byte[] CONTENT = "content".getBytes(US_ASCII);
  private static final byte[] STOP = "stop".getBytes(US_ASCII);
  private static final byte[] STOP_TYPE = "stop_type".getBytes(US_ASCII);
  private static final byte[] NONE = "none".getBytes(US_ASCII);
  private static final byte[] TOKENS_PREDICTED = "tokens_predicted".getBytes(US_ASCII);
  private static final byte[] TOKENS_EVALUATED = "tokens_evaluated".getBytes(US_ASCII);
  private static final byte[] STOPPED_EOS = "stopped_eos".getBytes(US_ASCII);
  private static final byte[] STOPPED_LIMIT = "stopped_limit".getBytes(US_ASCII);
  private static final byte[] STOPPED_WORD = "stopped_word".getBytes(US_ASCII);

  LlamaCppCompletion() {
    super("llamacpp-completion", true);
  }

  @Override
  public String path(String model) {
    return "/completion";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/completion");
  }

  @Override
  public String body(CompletionRequest request) {
    return new Body()
        .when(!request.model().isEmpty(), "model", request.model())
        .with("prompt", request.prompt())
        .with("n_predict", request.maxTokens())
        .with("temperature", request.temperature())
        .when(request.exactLength(), "ignore_eos", true)
        .with("stream", true)
        .text(request);
  }

  @Override
  void read(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (json.named(CONTENT)) {
        answer.text(json);
      } else if (json.named(TOKENS_PREDICTED)) {
        // counts of the event itself go before those of its timings
        answer.counts().usage();
        answer.output(json.nextCount(TokenCounts.UNKNOWN));
      } else if (json.named(TOKENS_EVALUATED)) {
        answer.counts().prompt(json.nextCount(TokenCounts.UNKNOWN));
      } else if (json.named(LlamaCppTimings.TIMINGS)) {
        LlamaCppTimings.read(json, answer);
      } else {
        stop(json, answer);
      }
    }
  }

  /** Newer servers tell the reason in {@code stop_type}, older ones in three flags. */
  private static void stop(JsonCursor json, Answer answer) {
    if (json.named(STOP)) {
      if (json.nextTrue()) {
        answer.last();
      }
    } else if (json.named(STOP_TYPE)) {
      if (json.nextString() && !json.isText(NONE) && json.length() > 0) {
        answer.finishReason(json.text());
      }
    } else if (json.named(STOPPED_EOS)) {
      flag(json, "eos", answer);
    } else if (json.named(STOPPED_LIMIT)) {
      flag(json, "limit", answer);
    } else if (json.named(STOPPED_WORD)) {
      flag(json, "word", answer);
    } else {
      answer.other(json);
    }
  }

  private static void flag(JsonCursor json, String reason, Answer answer) {
    if (json.nextTrue()) {
      answer.finishReason(reason);
    }
  }
}
