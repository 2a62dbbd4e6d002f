package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Reads lists of tool calls: a name or arguments that are not empty are generated output. */
final class ToolCalls {
  private static final byte[] FUNCTION = "function".getBytes(US_ASCII);
  private static final byte[] CUSTOM = "custom".getBytes(US_ASCII);
  private static final byte[] NAME = "name".getBytes(US_ASCII);
  private static final byte[] ARGUMENTS = "arguments".getBytes(US_ASCII);
  private static final byte[] INPUT = "input".getBytes(US_ASCII);

  private ToolCalls() {}

  static void read(JsonCursor json, Answer answer) {
    if (json.enterArray()) {
      while (json.nextElement()) {
        if (json.enterObject()) {
          call(json, answer);
        }
      }
    }
  }

  private static void call(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (json.named(FUNCTION) || json.named(CUSTOM)) {
        function(json, answer);
      } else {
        json.skip();
      }
    }
  }

  /** A function's name and arguments. */
  static void function(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(NAME) || json.named(ARGUMENTS) || json.named(INPUT)) {
          answer.call(json);
        } else {
          json.skip();
        }
      }
    }
  }
}
