package org.gatlingllm.gatling;

import io.gatling.javaapi.core.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gatlingllm.stream.CompletionRequest;
import org.gatlingllm.stream.CompletionRequest.Message;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for.
 *
 * @param system the system prompt; empty: none
 * @param messages the conversation so far, oldest message first; one of the role {@code system}
 *     takes the place of the system prompt
 * @param maxTokens longest answer, in tokens
 * @param range how far that varies from request to request
 * @param exactLength whether answers of exactly that many are wanted
 * @param temperature null: the server's default
 * @param extra fields of the body that are added as they are
 */
record Ask(
    String system,
    Function<Session, List<Message>> messages,
    int maxTokens,
    LengthRange range,
    boolean exactLength,
    @Nullable Double temperature,
    Map<String, Object> extra) {

  private static final String SYSTEM = "system";

  /** An answer of at most 128 tokens to a greeting. */
  static Ask hello() {
    return new Ask(
        "",
        s -> List.of(new Message("user", "Hello")),
        128,
        LengthRange.NONE,
        false,
        null,
        Map.of());
  }

  Ask withSystem(String text) {
    return new Ask(text, messages, maxTokens, range, exactLength, temperature, extra);
  }

  Ask withMessages(Function<Session, List<Message>> conversation) {
    return new Ask(system, conversation, maxTokens, range, exactLength, temperature, extra);
  }

  Ask withMaxTokens(int tokens) {
    return new Ask(system, messages, tokens, range, exactLength, temperature, extra);
  }

  Ask withRange(LengthRange other) {
    return new Ask(system, messages, maxTokens, other, exactLength, temperature, extra);
  }

  Ask withExactLength(boolean exact) {
    return new Ask(system, messages, maxTokens, range, exact, temperature, extra);
  }

  Ask withTemperature(double value) {
    return new Ask(system, messages, maxTokens, range, exactLength, value, extra);
  }

  Ask withField(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(extra);
    more.put(name, value);
    return new Ask(system, messages, maxTokens, range, exactLength, temperature, more);
  }

  /** What this user asks of the model now. */
  CompletionRequest completion(String model, Session session) {
    CompletionRequest.Builder builder =
        CompletionRequest.to(model)
            .system(system.isEmpty() ? null : system)
            .maxTokens(maxTokens(session))
            .exactLength(exactLength)
            .temperature(temperature)
            .extra(extra);
    for (Message message : messages.apply(session)) {
      if (message.role().equals(SYSTEM)) {
        builder.system(message.text());
      } else {
        builder.message(message.role(), message.text());
      }
    }
    return builder.build();
  }

  /** A trace that is replayed says it for each request. */
  private int maxTokens(Session session) {
    Visit visit = Visit.of(session.asScala());
    if (visit == null) {
      return maxTokens;
    }
    Trace.Row replayed = visit.row();
    return replayed == null
        ? range.around(maxTokens, visit.level().nextAnswer())
        : replayed.outputTokens();
  }
}
