package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Reads the parts of a Gemini candidate: text, a thought, or a call. */
final class GeminiPart {
  private static final byte[] TEXT = "text".getBytes(US_ASCII);
  private static final byte[] THOUGHT = "thought".getBytes(US_ASCII);
  private static final byte[] FUNCTION_CALL = "functionCall".getBytes(US_ASCII);
  private static final byte[] NAME = "name".getBytes(US_ASCII);
  private static final byte[] ARGS = "args".getBytes(US_ASCII);
  private static final byte[] EXECUTABLE_CODE = "executableCode".getBytes(US_ASCII);
  private static final byte[] CODE = "code".getBytes(US_ASCII);

  private GeminiPart() {}

  static void readAll(JsonCursor json, Answer answer) {
    if (json.enterArray()) {
      while (json.nextElement()) {
        if (json.enterObject()) {
          part(json, answer);
        }
      }
    }
  }

  /** Whether the text is a thought may be said after it. */
  private static void part(JsonCursor json, Answer answer) {
    int text = -1;
    boolean thought = false;
    while (json.nextMember()) {
      if (json.named(TEXT)) {
        text = json.position();
        json.skip();
      } else if (json.named(THOUGHT)) {
        thought = json.nextTrue();
      } else if (json.named(FUNCTION_CALL) || json.named(EXECUTABLE_CODE)) {
        call(json, answer);
      } else {
        json.skip();
      }
    }
    int end = json.position();
    if (text >= 0) {
      json.moveTo(text);
      text(thought, json, answer);
      json.moveTo(end);
    }
  }

  private static void text(boolean thought, JsonCursor json, Answer answer) {
    if (thought) {
      answer.reasoning(json);
    } else {
      answer.text(json);
    }
  }

  private static void call(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(NAME) || json.named(ARGS) || json.named(CODE)) {
          answer.call(json);
        } else {
          json.skip();
        }
      }
    }
  }
}
