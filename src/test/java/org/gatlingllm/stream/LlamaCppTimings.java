package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.gatlingllm.metric.TokenCounts;

/** Reads the {@code timings} that llama.cpp adds to the events of all its dialects. */
final class LlamaCppTimings {
  static final byte[] TIMINGS = "timings".getBytes(US_ASCII);

  private static final byte[] CACHE_N = "cache_n".getBytes(US_ASCII);
  private static final byte[] PROMPT_N = "prompt_n".getBytes(US_ASCII);
  private static final byte[] PROMPT_MS = "prompt_ms".getBytes(US_ASCII);
  private static final byte[] PREDICTED_N = "predicted_n".getBytes(US_ASCII);
  private static final byte[] PREDICTED_MS = "predicted_ms".getBytes(US_ASCII);
  private static final int UNKNOWN = TokenCounts.UNKNOWN;

  private LlamaCppTimings() {}

  /**
   * Reads a timings object. Its counts fill in where no usage told them; the prompt is what was
   * read (prompt_n) and what came from the cache (cache_n).
   */
  static void read(JsonCursor json, Answer answer) {
    if (!json.enterObject()) {
      return;
    }
    int cached = UNKNOWN;
    int read = UNKNOWN;
    int predicted = UNKNOWN;
    while (json.nextMember()) {
      if (json.named(CACHE_N)) {
        cached = json.nextCount(UNKNOWN);
      } else if (json.named(PROMPT_N)) {
        read = json.nextCount(UNKNOWN);
      } else if (json.named(PREDICTED_N)) {
        predicted = json.nextCount(UNKNOWN);
      } else {
        time(json, answer);
      }
    }
    counts(answer, cached, read, predicted);
  }

  private static void counts(Answer answer, int cached, int read, int predicted) {
    answer.counts().cached(cached);
    if (!answer.counts().usageTold()) {
      answer.output(predicted);
      answer.counts().prompt(cached == UNKNOWN || read == UNKNOWN ? UNKNOWN : cached + read);
    }
  }

  private static void time(JsonCursor json, Answer answer) {
    if (json.named(PROMPT_MS)) {
      answer.clocks().prefill(json.nextNumber(), ServerClocks.MILLISECOND);
    } else if (json.named(PREDICTED_MS)) {
      answer.clocks().decode(json.nextNumber(), ServerClocks.MILLISECOND);
    } else {
      json.skip();
    }
  }
}
