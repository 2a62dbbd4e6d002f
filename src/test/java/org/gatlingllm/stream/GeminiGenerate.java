package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gemini's {@code streamGenerateContent}. Every event has running totals; thoughts are counted
 * apart from the candidates, and both were generated.
 */
final class GeminiGenerate extends Dialect {
  private static final String METHOD = ":streamGenerateContent";

  private static final byte[] CANDIDATES = "candidates".getBytes(US_ASCII);
  private static final byte[] CONTENT = "content".getBytes(US_ASCII);
  private static final byte[] PARTS = "parts".getBytes(US_ASCII);
  private static final byte[] INDEX = "index".getBytes(US_ASCII);
  private static final byte[] FINISH_REASON = "finishReason".getBytes(US_ASCII);
  private static final byte[] PROMPT_FEEDBACK = "promptFeedback".getBytes(US_ASCII);
  private static final byte[] BLOCK_REASON = "blockReason".getBytes(US_ASCII);

  GeminiGenerate() {
    super("gemini-generate", true);
  }

  @Override
  public String path(String model) {
    String bare = model.startsWith("models/") ? model.substring("models/".length()) : model;
    return "/v1beta/models/" + EndpointUrl.segment(bare) + METHOD + "?alt=sse";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith(METHOD);
  }

  @Override
  void addHeaders(Map<String, String> headers, @Nullable String apiKey) {
    if (apiKey != null) {
      headers.put("x-goog-api-key", apiKey);
    }
  }

  @Override
  public String body(CompletionRequest request) {
    List<Object> contents =
        request.messages().stream()
            .<Object>map(m -> content(m.text()).with("role", role(m.role())).fields())
            .toList();
    String system = request.system();
    return new Body()
        .with("contents", contents)
        .with("systemInstruction", system == null ? null : content(system))
        .with(
            "generationConfig",
            new Body()
                .with("maxOutputTokens", request.maxTokens())
                .with("temperature", request.temperature()))
        .text(request);
  }

  private static String role(String role) {
    return role.equals("assistant") ? "model" : role;
  }

  private static Body content(String text) {
    return new Body().with("parts", List.of(new Body().with("text", text).fields()));
  }

  @Override
  void read(JsonCursor json, Answer answer) {
    boolean usage = false;
    while (json.nextMember()) {
      if (json.named(CANDIDATES)) {
        candidates(json, answer);
      } else if (json.named(GeminiUsage.USAGE_METADATA)) {
        usage = json.peek() == '{';
        GeminiUsage.read(json, answer);
      } else if (json.named(PROMPT_FEEDBACK)) {
        feedback(json, answer);
      } else {
        answer.other(json);
      }
    }
    if (usage && answer.hasEndMark()) {
      answer.last();
    }
  }

  private static void candidates(JsonCursor json, Answer answer) {
    if (json.enterArray()) {
      while (json.nextElement()) {
        if (json.enterObject()) {
          candidate(json, answer);
        }
      }
    }
  }

  /** A candidate's index may come after its text, so text of other candidates is taken back. */
  private static void candidate(JsonCursor json, Answer answer) {
    int text = answer.textMark();
    int reasoning = answer.reasoningMark();
    int index = 0;
    while (json.nextMember()) {
      if (json.named(CONTENT)) {
        content(json, answer);
      } else if (json.named(INDEX)) {
        index = json.nextCount(0);
      } else if (json.named(FINISH_REASON)) {
        answer.finish(json);
      } else {
        json.skip();
      }
    }
    if (index != 0) {
      answer.forgetText(text);
      answer.forgetReasoning(reasoning);
    }
  }

  /** A prompt that was refused has no candidate; the reason stands here. */
  private static void feedback(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(BLOCK_REASON)) {
          answer.finish(json);
        } else {
          json.skip();
        }
      }
    }
  }

  private static void content(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(PARTS)) {
          GeminiPart.readAll(json, answer);
        } else {
          json.skip();
        }
      }
    }
  }
}
