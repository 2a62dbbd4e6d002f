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
 *   <li>{@code prompt}: a text
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
  static final String FIELDS = "\"prompt\", \"messages\" or \"conversations\"";
  static final List<String> CONVERSATIONS = List.of("messages", "conversations");

  private static final String USER = "user";
  private static final String ASSISTANT = "assistant";

  static PromptRecord of(Map<String, Object> row) {
    if (row.containsKey("prompt")) {
      return told(user(row.get("prompt")));
    }
    if (row.get("messages") instanceof List<?> messages) {
      return told(conversation(messages));
    }
    if (row.get("conversations") instanceof List<?> turns) {
      return told(firstOfHuman(turns));
    }
    return new PromptRecord(true, List.of());
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
      if (entry instanceof Map<?, ?> message) {
        all.add(new Message(String.valueOf(message.get("role")), text(message.get("content"))));
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
