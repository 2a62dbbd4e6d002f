package org.gatlingllm.gatling;

import io.gatling.javaapi.core.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gatlingllm.stream.CompletionRequest;
import org.gatlingllm.stream.CompletionRequest.Message;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * What a request asks for.
 *
 * @param system the system prompt; empty: none
 * @param messages the conversation so far, oldest message first
 * @param maxTokens longest answer, in tokens
 * @param exactLength whether answers of exactly that many are wanted
 * @param temperature null: the server's default
 * @param extra fields of the body that are added as they are
 */
record Ask(
    String system,
    Function<Session, List<Message>> messages,
    int maxTokens,
    boolean exactLength,
    @Nullable Double temperature,
    Map<String, Object> extra) {

  /** An answer of at most 128 tokens to a greeting. */
  static Ask hello() {
    return new Ask("", s -> List.of(new Message("user", "Hello")), 128, false, null, Map.of());
  }

  Ask withSystem(String text) {
    return new Ask(text, messages, maxTokens, exactLength, temperature, extra);
  }

  Ask withMessages(Function<Session, List<Message>> conversation) {
    return new Ask(system, conversation, maxTokens, exactLength, temperature, extra);
  }

  Ask withMaxTokens(int tokens) {
    return new Ask(system, messages, tokens, exactLength, temperature, extra);
  }

  Ask withExactLength(boolean exact) {
    return new Ask(system, messages, maxTokens, exact, temperature, extra);
  }

  Ask withTemperature(double value) {
    return new Ask(system, messages, maxTokens, exactLength, value, extra);
  }

  Ask withField(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(extra);
    more.put(name, value);
    return new Ask(system, messages, maxTokens, exactLength, temperature, more);
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
    messages.apply(session).forEach(m -> builder.message(m.role(), m.text()));
    return builder.build();
  }

  /** A trace that is replayed says it for each request. */
  private int maxTokens(Session session) {
    Option<Object> level = session.asScala().attributes().get(LevelRun.ATTRIBUTE);
    Trace.Row row =
        level.isEmpty() ? null : ((LevelRun) level.get()).row(session.asScala().userId());
    return row == null ? maxTokens : row.outputTokens();
  }
}
