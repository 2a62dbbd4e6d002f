package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * OpenAI's chat completions, as OpenAI, Azure, vLLM, SGLang, TGI, llama.cpp, Mistral, DeepSeek,
 * Groq, xAI, OpenRouter, Perplexity, Ollama and LiteLLM speak them.
 */
final class OpenAiChat extends OpenAiFields {
  private static final byte[] DELTA = "delta".getBytes(US_ASCII);
  private static final byte[] CONTENT = "content".getBytes(US_ASCII);
  private static final byte[] REFUSAL = "refusal".getBytes(US_ASCII);
  private static final byte[] TEXT = "text".getBytes(US_ASCII);
  private static final byte[] THINKING = "thinking".getBytes(US_ASCII);
  private static final byte[] SUMMARY = "summary".getBytes(US_ASCII);
  private static final byte[] REASONING = "reasoning".getBytes(US_ASCII);
  private static final byte[] REASONING_CONTENT = "reasoning_content".getBytes(US_ASCII);
  private static final byte[] REASONING_TEXT = "reasoning_text".getBytes(US_ASCII);
  private static final byte[] REASONING_DETAILS = "reasoning_details".getBytes(US_ASCII);
  private static final byte[] TOOL_CALLS = "tool_calls".getBytes(US_ASCII);
  private static final byte[] FUNCTION_CALL = "function_call".getBytes(US_ASCII);

  OpenAiChat() {
    super("openai-chat");
  }

  @Override
  public String path(String model) {
    return "/v1/chat/completions";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/chat/completions");
  }

  @Override
  public String body(CompletionRequest request) {
    Body body =
        new Body()
            .with("model", request.model())
            .with("messages", Body.messages(request.system(), request));
    return options(body, request).text(request);
  }

  @Override
  void choiceMember(JsonCursor json, Answer answer) {
    if (json.named(DELTA) && json.peek() == '{') {
      delta(json, answer);
    } else {
      json.skip();
    }
  }

  private static void delta(JsonCursor json, Answer answer) {
    json.enterObject();
    boolean reasoned = false;
    while (json.nextMember()) {
      if (json.named(CONTENT)) {
        content(json, answer);
      } else if (json.named(REFUSAL)) {
        answer.text(json);
      } else if (json.named(TOOL_CALLS)) {
        ToolCalls.read(json, answer);
      } else if (json.named(FUNCTION_CALL)) {
        ToolCalls.function(json, answer);
      } else if (!reasoned && isReasoning(json)) {
        // servers repeat the same reasoning under several names: the first that has text is taken
        reasoned = reasoning(json, answer);
      } else {
        json.skip();
      }
    }
  }

  private static boolean isReasoning(JsonCursor json) {
    return json.named(REASONING)
        || json.named(REASONING_CONTENT)
        || json.named(REASONING_TEXT)
        || json.named(REASONING_DETAILS)
        || json.named(THINKING);
  }

  /** A text, or a list of typed parts. */
  private static void content(JsonCursor json, Answer answer) {
    if (json.peek() != '[') {
      answer.text(json);
      return;
    }
    json.enterArray();
    while (json.nextElement()) {
      if (json.enterObject()) {
        part(json, answer);
      }
    }
  }

  private static void part(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (json.named(TEXT) || json.named(REFUSAL)) {
        answer.text(json);
      } else if (json.named(THINKING) || json.named(SUMMARY)) {
        reasoning(json, answer);
      } else {
        json.skip();
      }
    }
  }

  /** A text, or a list of objects with one; whether there was any. */
  private static boolean reasoning(JsonCursor json, Answer answer) {
    if (json.peek() != '[') {
      return answer.reasoning(json);
    }
    json.enterArray();
    boolean some = false;
    while (json.nextElement()) {
      if (json.enterObject()) {
        some |= detail(json, answer);
      }
    }
    return some;
  }

  private static boolean detail(JsonCursor json, Answer answer) {
    boolean some = false;
    while (json.nextMember()) {
      if (json.named(TEXT) || json.named(SUMMARY)) {
        some |= answer.reasoning(json);
      } else {
        json.skip();
      }
    }
    return some;
  }
}
