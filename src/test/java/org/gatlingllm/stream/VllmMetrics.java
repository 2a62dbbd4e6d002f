package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Reads the {@code metrics} that vLLM adds to the last event when it runs with per-request metrics:
 * waiting for the scheduler; from there to the first token, which is the prefill; and from the
 * first token to the last.
 */
final class VllmMetrics {
  static final byte[] METRICS = "metrics".getBytes(US_ASCII);

  private static final byte[] QUEUE = "queue_time_ms".getBytes(US_ASCII);
  private static final byte[] FIRST_TOKEN = "time_to_first_token_ms".getBytes(US_ASCII);
  private static final byte[] GENERATION = "generation_time_ms".getBytes(US_ASCII);

  private VllmMetrics() {}

  static void read(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(QUEUE)) {
          answer.clocks().queue(json.nextNumber(), ServerClocks.MILLISECOND);
        } else if (json.named(FIRST_TOKEN)) {
          answer.clocks().prefill(json.nextNumber(), ServerClocks.MILLISECOND);
        } else if (json.named(GENERATION)) {
          answer.clocks().decode(json.nextNumber(), ServerClocks.MILLISECOND);
        } else {
          json.skip();
        }
      }
    }
  }
}
