package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** What the chunks of OpenAI's chat and completion dialects have in common. */
abstract class OpenAiFields extends Dialect {
  private static final byte[] CHOICES = "choices".getBytes(US_ASCII);
  private static final byte[] USAGE = "usage".getBytes(US_ASCII);
  private static final byte[] X_GROQ = "x_groq".getBytes(US_ASCII);
  private static final byte[] INDEX = "index".getBytes(US_ASCII);
  private static final byte[] FINISH_REASON = "finish_reason".getBytes(US_ASCII);

  OpenAiFields(String name) {
    super(name, true);
  }

  /** Reads a member of a choice, or skips it. */
  abstract void choiceMember(JsonCursor json, Answer answer);

  @Override
  final boolean endsWithDone() {
    return true;
  }

  @Override
  final void read(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (json.named(CHOICES)) {
        choices(json, answer);
      } else if (json.named(USAGE)) {
        OpenAiUsage.read(json, answer);
      } else if (json.named(LlamaCppTimings.TIMINGS)) {
        LlamaCppTimings.read(json, answer);
      } else if (json.named(VllmMetrics.METRICS)) {
        VllmMetrics.read(json, answer);
      } else if (json.named(X_GROQ)) {
        groq(json, answer);
      } else {
        answer.other(json);
      }
    }
  }

  private void choices(JsonCursor json, Answer answer) {
    if (json.enterArray()) {
      while (json.nextElement()) {
        if (json.enterObject()) {
          choice(json, answer);
        }
      }
    }
  }

  /** A choice's index may come after its text, so text of other choices is taken back. */
  private void choice(JsonCursor json, Answer answer) {
    int text = answer.textMark();
    int reasoning = answer.reasoningMark();
    int index = 0;
    while (json.nextMember()) {
      if (json.named(INDEX)) {
        index = json.nextCount(0);
      } else if (json.named(FINISH_REASON)) {
        answer.finish(json);
      } else if (json.named(USAGE)) {
        OpenAiUsage.read(json, answer);
      } else {
        choiceMember(json, answer);
      }
    }
    if (index != 0) {
      answer.forgetText(text);
      answer.forgetReasoning(reasoning);
    }
  }

  private static void groq(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(USAGE)) {
          OpenAiUsage.read(json, answer);
        } else {
          answer.other(json);
        }
      }
    }
  }

  /** The fields that both dialects' requests share. */
  static Body options(Body body, CompletionRequest request) {
    return body.with("max_tokens", request.maxTokens())
        .with("temperature", request.temperature())
        .when(request.exactLength(), "ignore_eos", true)
        .when(request.exactLength(), "min_tokens", request.maxTokens())
        .with("stream", true)
        .with("stream_options", new Body().with("include_usage", true));
  }
}
