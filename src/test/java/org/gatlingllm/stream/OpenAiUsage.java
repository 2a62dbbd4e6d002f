package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.gatlingllm.metric.TokenCounts;

/** Reads {@code usage} and its kin, which OpenAI's dialects and many others share. */
final class OpenAiUsage {
  private static final byte[] PROMPT_TOKENS = "prompt_tokens".getBytes(US_ASCII);
  private static final byte[] COMPLETION_TOKENS = "completion_tokens".getBytes(US_ASCII);
  private static final byte[] INPUT_TOKENS = "input_tokens".getBytes(US_ASCII);
  private static final byte[] OUTPUT_TOKENS = "output_tokens".getBytes(US_ASCII);
  private static final byte[] TOTAL_TOKENS = "total_tokens".getBytes(US_ASCII);
  private static final byte[] PROMPT_DETAILS = "prompt_tokens_details".getBytes(US_ASCII);
  private static final byte[] INPUT_DETAILS = "input_tokens_details".getBytes(US_ASCII);
  private static final byte[] COMPLETION_DETAILS = "completion_tokens_details".getBytes(US_ASCII);
  private static final byte[] OUTPUT_DETAILS = "output_tokens_details".getBytes(US_ASCII);
  private static final byte[] CACHED_TOKENS = "cached_tokens".getBytes(US_ASCII);
  private static final byte[] CACHE_HIT = "prompt_cache_hit_tokens".getBytes(US_ASCII);
  private static final byte[] REASONING_TOKENS = "reasoning_tokens".getBytes(US_ASCII);
  private static final byte[] QUEUE_TIME = "queue_time".getBytes(US_ASCII);
  private static final byte[] PROMPT_TIME = "prompt_time".getBytes(US_ASCII);
  private static final byte[] COMPLETION_TIME = "completion_time".getBytes(US_ASCII);
  private static final int UNKNOWN = TokenCounts.UNKNOWN;

  private OpenAiUsage() {}

  /**
   * Reads a usage object. Where reasoning tokens are not part of the completion tokens, the total
   * shows it: output = max(completion, total − prompt).
   */
  static void read(JsonCursor json, Answer answer) {
    if (!json.enterObject()) {
      return;
    }
    int completion = UNKNOWN;
    int prompt = UNKNOWN;
    int total = UNKNOWN;
    while (json.nextMember()) {
      if (json.named(COMPLETION_TOKENS) || json.named(OUTPUT_TOKENS)) {
        completion = json.nextCount(UNKNOWN);
      } else if (json.named(PROMPT_TOKENS) || json.named(INPUT_TOKENS)) {
        prompt = json.nextCount(UNKNOWN);
      } else if (json.named(TOTAL_TOKENS)) {
        total = json.nextCount(UNKNOWN);
      } else {
        detail(json, answer);
      }
    }
    if (completion != UNKNOWN) {
      answer.counts().usage();
    }
    answer.counts().prompt(prompt);
    answer.output(output(completion, prompt, total));
  }

  private static int output(int completion, int prompt, int total) {
    boolean told = completion != UNKNOWN && prompt != UNKNOWN && total != UNKNOWN;
    return told ? Math.max(completion, total - prompt) : completion;
  }

  private static void detail(JsonCursor json, Answer answer) {
    if (json.named(PROMPT_DETAILS) || json.named(INPUT_DETAILS)) {
      details(json, answer);
    } else if (json.named(COMPLETION_DETAILS) || json.named(OUTPUT_DETAILS)) {
      details(json, answer);
    } else if (json.named(CACHE_HIT) || json.named(CACHED_TOKENS)) {
      answer.counts().cached(json.nextCount(UNKNOWN));
    } else if (json.named(REASONING_TOKENS)) {
      answer.counts().reasoningTokens(json.nextCount(UNKNOWN));
    } else {
      time(json, answer);
    }
  }

  private static void details(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(CACHED_TOKENS)) {
          answer.counts().cached(json.nextCount(UNKNOWN));
        } else if (json.named(REASONING_TOKENS)) {
          answer.counts().reasoningTokens(json.nextCount(UNKNOWN));
        } else {
          json.skip();
        }
      }
    }
  }

  /** Groq's clocks, in seconds. */
  private static void time(JsonCursor json, Answer answer) {
    if (json.named(QUEUE_TIME)) {
      answer.clocks().queue(json.nextNumber(), ServerClocks.SECOND);
    } else if (json.named(PROMPT_TIME)) {
      answer.clocks().prefill(json.nextNumber(), ServerClocks.SECOND);
    } else if (json.named(COMPLETION_TIME)) {
      answer.clocks().decode(json.nextNumber(), ServerClocks.SECOND);
    } else {
      json.skip();
    }
  }
}
