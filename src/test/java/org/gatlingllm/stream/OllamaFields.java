package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.gatlingllm.metric.TokenCounts;

/** What the lines of Ollama's chat and generate dialects have in common. Durations are in ns. */
abstract class OllamaFields extends Dialect {
  private static final byte[] DONE = "done".getBytes(US_ASCII);
  private static final byte[] DONE_REASON = "done_reason".getBytes(US_ASCII);
  private static final byte[] PROMPT_EVAL_COUNT = "prompt_eval_count".getBytes(US_ASCII);
  private static final byte[] EVAL_COUNT = "eval_count".getBytes(US_ASCII);
  private static final byte[] LOAD_DURATION = "load_duration".getBytes(US_ASCII);
  private static final byte[] PROMPT_EVAL_DURATION = "prompt_eval_duration".getBytes(US_ASCII);
  private static final byte[] EVAL_DURATION = "eval_duration".getBytes(US_ASCII);
  private static final byte[] ERROR = "error".getBytes(US_ASCII);

  OllamaFields(String name) {
    super(name, false);
  }

  /** Reads a member with output, and answers true, or leaves it alone. */
  abstract boolean output(JsonCursor json, Answer answer);

  @Override
  final void read(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (json.named(DONE)) {
        done(json, answer);
      } else if (json.named(DONE_REASON)) {
        answer.finishReason(json);
      } else if (json.named(EVAL_COUNT)) {
        answer.output(json.nextCount(TokenCounts.UNKNOWN));
      } else if (json.named(PROMPT_EVAL_COUNT)) {
        answer.counts().prompt(json.nextCount(TokenCounts.UNKNOWN));
      } else if (!output(json, answer)) {
        duration(json, answer);
      }
    }
  }

  private static void done(JsonCursor json, Answer answer) {
    if (json.nextTrue()) {
      answer.last();
    }
  }

  private static void duration(JsonCursor json, Answer answer) {
    if (json.named(LOAD_DURATION)) {
      answer.clocks().load(json.nextNumber(), ServerClocks.NANOSECOND);
    } else if (json.named(PROMPT_EVAL_DURATION)) {
      answer.clocks().prefill(json.nextNumber(), ServerClocks.NANOSECOND);
    } else if (json.named(EVAL_DURATION)) {
      answer.clocks().decode(json.nextNumber(), ServerClocks.NANOSECOND);
    } else {
      if (json.named(ERROR) && json.peek() != 'n') {
        answer.lastAfterError();
      }
      answer.other(json);
    }
  }

  /** The fields that both dialects' requests share. */
  static Body options(Body body, CompletionRequest request) {
    return body.with("stream", true)
        .with(
            "options",
            new Body()
                .with("num_predict", request.maxTokens())
                .with("temperature", request.temperature()));
  }
}
