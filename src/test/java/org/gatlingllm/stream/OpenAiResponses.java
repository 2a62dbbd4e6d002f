package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * OpenAI's responses. Only the {@code *.delta} events carry output; what is added or done repeats
 * it. The last event is one of {@code response.completed}, {@code .incomplete} and {@code .failed}.
 */
final class OpenAiResponses extends Dialect {
  private static final byte[] TYPE = "type".getBytes(US_ASCII);
  private static final byte[] DELTA = "delta".getBytes(US_ASCII);
  private static final byte[] TEXT = "text".getBytes(US_ASCII);
  private static final byte[] RESPONSE = "response".getBytes(US_ASCII);
  private static final byte[] STATUS = "status".getBytes(US_ASCII);
  private static final byte[] USAGE = "usage".getBytes(US_ASCII);
  private static final byte[] INCOMPLETE_DETAILS = "incomplete_details".getBytes(US_ASCII);
  private static final byte[] REASON = "reason".getBytes(US_ASCII);

  private static final byte[] ERROR = "error".getBytes(US_ASCII);
  private static final byte[] DELTA_END = ".delta".getBytes(US_ASCII);
  private static final byte[] TEXT_PART = "output_text".getBytes(US_ASCII);
  private static final byte[] REFUSAL_PART = "refusal".getBytes(US_ASCII);
  private static final byte[] REASONING_PART = "reasoning".getBytes(US_ASCII);
  private static final byte[] AUDIO_PART = "audio".getBytes(US_ASCII);
  private static final byte[] COMPLETED = "response.completed".getBytes(US_ASCII);
  private static final byte[] INCOMPLETE = "response.incomplete".getBytes(US_ASCII);
  private static final byte[] FAILED = "response.failed".getBytes(US_ASCII);

  OpenAiResponses() {
    super("openai-responses", true);
  }

  @Override
  public String path(String model) {
    return "/v1/responses";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/responses");
  }

  @Override
  public String body(CompletionRequest request) {
    return new Body()
        .with("model", request.model())
        .with("instructions", request.system())
        .with("input", Body.messages(null, request))
        .with("max_output_tokens", request.maxTokens())
        .with("temperature", request.temperature())
        .with("stream", true)
        .text(request);
  }

  /** The type says what the other members mean and may come after them. */
  @Override
  void read(JsonCursor json, Answer answer) {
    int delta = -1;
    int response = -1;
    Kind kind = Kind.OTHER;
    while (json.nextMember()) {
      if (json.named(TYPE)) {
        kind = kind(json);
      } else if (json.named(DELTA)) {
        delta = json.position();
        json.skip();
      } else if (json.named(RESPONSE)) {
        response = json.position();
        json.skip();
      } else {
        answer.other(json);
      }
    }
    int end = json.position();
    if (delta >= 0) {
      json.moveTo(delta);
      delta(kind, json, answer);
    }
    if (response >= 0) {
      json.moveTo(response);
      response(kind, json, answer);
    }
    json.moveTo(end);
    kind.close(answer);
  }

  private static void delta(Kind kind, JsonCursor json, Answer answer) {
    switch (kind) {
      case TEXT -> answer.text(json);
      case REASONING -> reasoning(json, answer);
      case CALL -> answer.call(json);
      default -> {}
    }
  }

  /** A text, or an object with one. */
  private static void reasoning(JsonCursor json, Answer answer) {
    if (json.peek() != '{') {
      answer.reasoning(json);
      return;
    }
    json.enterObject();
    while (json.nextMember()) {
      if (json.named(TEXT)) {
        answer.reasoning(json);
      } else {
        json.skip();
      }
    }
  }

  private static void response(Kind kind, JsonCursor json, Answer answer) {
    if (kind.terminal() && json.enterObject()) {
      boolean reasoned = false;
      while (json.nextMember()) {
        if (json.named(USAGE)) {
          OpenAiUsage.read(json, answer);
        } else if (json.named(VllmMetrics.METRICS)) {
          VllmMetrics.read(json, answer);
        } else if (json.named(INCOMPLETE_DETAILS)) {
          reasoned |= reason(json, answer);
        } else if (json.named(STATUS) && !reasoned) {
          answer.finishReason(json);
        } else {
          json.skip();
        }
      }
    }
  }

  private static boolean reason(JsonCursor json, Answer answer) {
    boolean found = false;
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(REASON)) {
          found |= answer.finishReason(json);
        } else {
          json.skip();
        }
      }
    }
    return found;
  }

  private static Kind kind(JsonCursor json) {
    if (!json.nextString()) {
      return Kind.OTHER;
    }
    if (json.isText(COMPLETED) || json.isText(INCOMPLETE)) {
      return Kind.END;
    }
    if (json.isText(FAILED)) {
      return Kind.FAILED;
    }
    if (json.isText(ERROR)) {
      return Kind.ERROR;
    }
    return json.textEndsWith(DELTA_END) ? channel(json) : Kind.OTHER;
  }

  private static Kind channel(JsonCursor json) {
    if (json.textContains(REASONING_PART)) {
      return Kind.REASONING;
    }
    if (json.textContains(TEXT_PART) || json.textContains(REFUSAL_PART)) {
      return Kind.TEXT;
    }
    return json.textContains(AUDIO_PART) ? Kind.OTHER : Kind.CALL;
  }

  private enum Kind {
    TEXT,
    REASONING,
    CALL,
    END,
    FAILED,
    ERROR,
    OTHER;

    boolean terminal() {
      return this == END || this == FAILED;
    }

    void close(Answer answer) {
      if (this == END) {
        answer.last();
      } else if (this == FAILED) {
        answer.error();
        answer.lastAfterError();
      } else if (this == ERROR) {
        answer.error();
      }
    }
  }
}
