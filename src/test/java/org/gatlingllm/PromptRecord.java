package org.gatlingllm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gatlingllm.stream.CompletionRequest.Message;
import org.jspecify.annotations.Nullable;

/**
 * What a record of a prompt file asks:
 *
 * <ul>
 *   <li>{@code prompt}: a text, or a conversation as in {@code messages}
 *   <li>{@code messages}: a conversation as OpenAI's API takes it; answers at its end are left out,
 *       since the model is to give them
 *   <li>{@code conversations}: of ShareGPT, whose first human turn is the prompt, as in vLLM's
 *       benchmark
 * </ul>
 *
 * @param unknown whether it has none of these fields
 * @param messages oldest first; empty where it holds no prompt
 */
record PromptRecord(boolean unknown, List<Message> messages) {
  static final String EXPECTED = "a text \"prompt\", or a list \"messages\" or \"conversations\"";
  static final List<String> CONVERSATIONS = List.of("messages", "conversations");

  private static final String USER = "user";
  private static final String ASSISTANT = "assistant";

  static PromptRecord of(Map<String, Object> row) {
    if (row.containsKey("prompt")) {
      return row.get("prompt") instanceof String text ? told(user(text)) : of(row, "prompt");
    }
    if (row.containsKey("messages")) {
      return of(row, "messages");
    }
    if (row.get("conversations") instanceof List<?> turns) {
      return told(firstOfHuman(turns));
    }
    return new PromptRecord(!row.containsKey("conversations"), List.of());
  }

  /** A conversation; null where the record has none, and unknown where it is something else. */
  private static PromptRecord of(Map<String, Object> row, String field) {
    Object value = row.get(field);
    return value instanceof List<?> messages
        ? told(conversation(messages))
        : new PromptRecord(value != null, List.of());
  }

  private static PromptRecord told(List<Message> messages) {
    return new PromptRecord(false, messages);
  }

  private static List<Message> user(@Nullable Object text) {
    return text == null || text.toString().isBlank()
        ? List.of()
        : List.of(new Message(USER, text.toString()));
  }

  private static List<Message> conversation(List<?> messages) {
    List<Message> all = new ArrayList<>();
    for (Object entry : messages) {
      if (entry instanceof Map<?, ?> message && message.get("role") instanceof String role) {
        all.add(new Message(role, text(message.get("content"))));
      }
    }
    while (!all.isEmpty() && all.get(all.size() - 1).role().equals(ASSISTANT)) {
      all.remove(all.size() - 1);
    }
    return all.stream().anyMatch(m -> m.role().equals(USER)) ? List.copyOf(all) : List.of();
  }

  /** A text, or the texts of a list of parts. */
  private static String text(@Nullable Object content) {
    if (content instanceof List<?> parts) {
      return parts.stream()
          .filter(part -> part instanceof Map<?, ?> map && map.get("text") != null)
          .map(part -> String.valueOf(((Map<?, ?>) part).get("text")))
          .collect(Collectors.joining("\n"));
    }
    return content == null ? "" : content.toString();
  }

  private static List<Message> firstOfHuman(List<?> turns) {
    for (Object entry : turns) {
      if (entry instanceof Map<?, ?> turn
          && ("human".equals(turn.get("from")) || USER.equals(turn.get("from")))) {
        return user(turn.get("value"));
      }
    }
    return List.of();
  }
}
