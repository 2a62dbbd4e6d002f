package org.gatlingllm.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a model, in no server's words; {@link Dialect#body} puts it into one's.
 *
 * @param model the model's name; may be empty where a server has just one
 * @param system the system prompt, or null
 * @param messages the conversation, oldest first
 * @param maxTokens the most tokens to generate
 * @param exactLength whether to ask for exactly that many, where the server can: it then ignores
 *     the model's end of sequence
 * @param temperature or null for the server's default
 * @param extra fields of the body that are added as they are; they win over ours, maps are merged,
 *     and null takes a field out
 */
public record CompletionRequest(
    String model,
    @Nullable String system,
    List<Message> messages,
    int maxTokens,
    boolean exactLength,
    @Nullable Double temperature,
    Map<String, @Nullable Object> extra) {

  /** Checks and copies. */
  public CompletionRequest {
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("messages is empty: a request needs at least one");
    }
    if (maxTokens < 1) {
      throw new IllegalArgumentException("maxTokens must be at least 1, found " + maxTokens);
    }
    messages = List.copyOf(messages);
    // Map.copyOf would refuse the nulls that take a field out
    extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
  }

  /**
   * One turn of a conversation.
   *
   * @param role {@code user} or {@code assistant}
   * @param text what was said
   */
  public record Message(String role, String text) {}

  /** Starts a request to this model. */
  public static Builder to(String model) {
    return new Builder(model);
  }

  /** The system prompt and all messages as one text, for servers that take no conversation. */
  String prompt() {
    return system == null ? conversation() : system + "\n\n" + conversation();
  }

  /** All messages as one text. */
  String conversation() {
    return String.join("\n\n", messages.stream().map(Message::text).toList());
  }

  /** Collects a request; not for use by several threads. */
  public static final class Builder {
    private final String model;
    private final List<Message> messages = new ArrayList<>();
    private final Map<String, @Nullable Object> extra = new LinkedHashMap<>();
    private @Nullable String system;
    private int maxTokens = 128;
    private boolean exactLength;
    private @Nullable Double temperature;

    private Builder(String model) {
      this.model = model;
    }

    /** Sets the system prompt; null for none. */
    public Builder system(@Nullable String text) {
      system = text;
      return this;
    }

    /** Adds a turn of the user. */
    public Builder user(String text) {
      return message("user", text);
    }

    /** Adds a turn of the model. */
    public Builder assistant(String text) {
      return message("assistant", text);
    }

    /** Adds a turn. */
    public Builder message(String role, String text) {
      messages.add(new Message(role, text));
      return this;
    }

    /** Sets the most tokens to generate; 128 unless set. */
    public Builder maxTokens(int count) {
      maxTokens = count;
      return this;
    }

    /** Asks for exactly that many tokens, where the server can. */
    public Builder exactLength(boolean exact) {
      exactLength = exact;
      return this;
    }

    /** Sets the temperature; null for the server's default. */
    public Builder temperature(@Nullable Double value) {
      temperature = value;
      return this;
    }

    /** Adds a field to the body as it is; null takes a field out. */
    public Builder extra(String field, @Nullable Object value) {
      extra.put(field, value);
      return this;
    }

    /** Adds fields to the body as they are. */
    public Builder extra(Map<String, ?> fields) {
      extra.putAll(fields);
      return this;
    }

    /**
     * Returns the request.
     *
     * @throws IllegalArgumentException when it has no message, or asks for less than one token
     */
    public CompletionRequest build() {
      return new CompletionRequest(
          model, system, messages, maxTokens, exactLength, temperature, extra);
    }
  }
}
