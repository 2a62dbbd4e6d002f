package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Map;
import org.gatlingllm.metric.TokenCounts;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's messages, as Anthropic, llama.cpp and gateways speak them.
 *
 * <p>Only {@code content_block_delta} carries output. The counts of {@code message_start} are
 * provisional, those of {@code message_delta} are totals and may leave out what did not change. The
 * prompt is input + newly cached + read from the cache.
 */
final class AnthropicMessages extends Dialect {
  private static final String VERSION = "2023-06-01";

  private static final byte[] TYPE = "type".getBytes(US_ASCII);
  private static final byte[] ERROR = "error".getBytes(US_ASCII);
  private static final byte[] MESSAGE_STOP = "message_stop".getBytes(US_ASCII);
  private static final byte[] MESSAGE = "message".getBytes(US_ASCII);
  private static final byte[] DELTA = "delta".getBytes(US_ASCII);
  private static final byte[] USAGE = "usage".getBytes(US_ASCII);
  private static final byte[] TEXT = "text".getBytes(US_ASCII);
  private static final byte[] THINKING = "thinking".getBytes(US_ASCII);
  private static final byte[] PARTIAL_JSON = "partial_json".getBytes(US_ASCII);
  private static final byte[] STOP_REASON = "stop_reason".getBytes(US_ASCII);
  private static final byte[] INPUT = "input_tokens".getBytes(US_ASCII);
  private static final byte[] OUTPUT = "output_tokens".getBytes(US_ASCII);
  private static final byte[] CACHE_CREATION = "cache_creation_input_tokens".getBytes(US_ASCII);
  private static final byte[] CACHE_READ = "cache_read_input_tokens".getBytes(US_ASCII);
  private static final int UNKNOWN = TokenCounts.UNKNOWN;

  AnthropicMessages() {
    super("anthropic-messages", true);
  }

  @Override
  public String path(String model) {
    return "/v1/messages";
  }

  @Override
  boolean speaksAt(String path) {
    return path.endsWith("/messages");
  }

  @Override
  void addHeaders(Map<String, String> headers, @Nullable String apiKey) {
    headers.put("anthropic-version", VERSION);
    if (apiKey != null) {
      headers.put("x-api-key", apiKey);
    }
  }

  @Override
  public String body(CompletionRequest request) {
    return new Body()
        .with("model", request.model())
        .with("system", request.system())
        .with("messages", Body.messages(null, request))
        .with("max_tokens", request.maxTokens())
        .with("temperature", request.temperature())
        .with("stream", true)
        .text(request);
  }

  @Override
  void read(JsonCursor json, Answer answer) {
    while (json.nextMember()) {
      if (json.named(TYPE)) {
        type(json, answer);
      } else if (json.named(DELTA)) {
        delta(json, answer);
      } else if (json.named(USAGE)) {
        usage(json, answer);
      } else if (json.named(MESSAGE)) {
        message(json, answer);
      } else if (json.named(LlamaCppTimings.TIMINGS)) {
        LlamaCppTimings.read(json, answer);
      } else {
        answer.other(json);
      }
    }
  }

  private static void type(JsonCursor json, Answer answer) {
    if (json.nextString()) {
      if (json.isText(MESSAGE_STOP)) {
        answer.last();
      } else if (json.isText(ERROR)) {
        answer.error();
        answer.lastAfterError();
      }
    }
  }

  private static void delta(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(TEXT)) {
          answer.text(json);
        } else if (json.named(THINKING)) {
          answer.reasoning(json);
        } else if (json.named(PARTIAL_JSON)) {
          answer.call(json);
        } else if (json.named(STOP_REASON)) {
          answer.finishReason(json);
        } else {
          json.skip();
        }
      }
    }
  }

  private static void message(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      while (json.nextMember()) {
        if (json.named(USAGE)) {
          usage(json, answer);
        } else {
          json.skip();
        }
      }
    }
  }

  private static void usage(JsonCursor json, Answer answer) {
    if (json.enterObject()) {
      answer.counts().usage();
      while (json.nextMember()) {
        if (json.named(INPUT)) {
          answer.counts().uncached(json.nextCount(UNKNOWN));
        } else if (json.named(CACHE_CREATION)) {
          answer.counts().newlyCached(json.nextCount(UNKNOWN));
        } else if (json.named(CACHE_READ)) {
          answer.counts().cached(json.nextCount(UNKNOWN));
        } else if (json.named(OUTPUT)) {
          answer.output(json.nextCount(UNKNOWN));
        } else {
          json.skip();
        }
      }
    }
  }
}
