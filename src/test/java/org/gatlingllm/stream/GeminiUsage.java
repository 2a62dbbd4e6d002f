package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.gatlingllm.metric.TokenCounts;

/** Reads Gemini's {@code usageMetadata}: output = candidates + thoughts. */
final class GeminiUsage {
  static final byte[] USAGE_METADATA = "usageMetadata".getBytes(US_ASCII);

  private static final byte[] PROMPT = "promptTokenCount".getBytes(US_ASCII);
  private static final byte[] CANDIDATES = "candidatesTokenCount".getBytes(US_ASCII);
  private static final byte[] THOUGHTS = "thoughtsTokenCount".getBytes(US_ASCII);
  private static final byte[] CACHED = "cachedContentTokenCount".getBytes(US_ASCII);
  private static final int UNKNOWN = TokenCounts.UNKNOWN;

  private GeminiUsage() {}

  static void read(JsonCursor json, Answer answer) {
    if (!json.enterObject()) {
      return;
    }
    int candidates = UNKNOWN;
    int thoughts = UNKNOWN;
    while (json.nextMember()) {
      if (json.named(PROMPT)) {
        answer.counts().prompt(json.nextCount(UNKNOWN));
      } else if (json.named(CANDIDATES)) {
        candidates = json.nextCount(UNKNOWN);
      } else if (json.named(THOUGHTS)) {
        thoughts = json.nextCount(UNKNOWN);
      } else if (json.named(CACHED)) {
        answer.counts().cached(json.nextCount(UNKNOWN));
      } else {
        json.skip();
      }
    }
    answer.counts().reasoningTokens(thoughts);
    answer.output(sum(candidates, thoughts));
  }

  private static int sum(int candidates, int thoughts) {
    if (candidates == UNKNOWN && thoughts == UNKNOWN) {
      return UNKNOWN;
    }
    long sum = Math.max(0L, candidates) + Math.max(0L, thoughts);
    return (int) Math.min(Integer.MAX_VALUE, sum);
  }
}
