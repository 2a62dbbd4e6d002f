package org.gatlingllm.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** A protocol in which generations are asked for: its route, where its fields are, its errors. */
@SuppressWarnings("ImmutableEnumChecker") // the list is one of List.of
enum Protocol {
  CHAT("/v1/chat/completions", "messages", List.of("/max_completion_tokens", "/max_tokens")) {
    @Override
    Encoder encoder(Generation generation) {
      return new ChatEncoder(generation);
    }
  },
  COMPLETIONS("/v1/completions", "prompt", List.of("/max_tokens")) {
    @Override
    Encoder encoder(Generation generation) {
      return new CompletionsEncoder(generation);
    }
  },
  RESPONSES("/v1/responses", "input", List.of("/max_output_tokens")) {
    @Override
    Encoder encoder(Generation generation) {
      return new ResponsesEncoder(generation);
    }
  },
  MESSAGES("/v1/messages", "messages", List.of("/max_tokens")) {
    @Override
    Encoder encoder(Generation generation) {
      return new MessagesEncoder(generation);
    }

    @Override
    ObjectNode error(Refusal refusal) {
      return MessagesEncoder.error(typeOf(refusal.status), refusal.text());
    }
  },
  OLLAMA_CHAT("/api/chat", "messages", List.of("/options/num_predict")) {
    @Override
    Encoder encoder(Generation generation) {
      return new OllamaEncoder(generation);
    }

    @Override
    ObjectNode error(Refusal refusal) {
      return Json.object().put("error", refusal.text());
    }
  },
  OLLAMA_GENERATE("/api/generate", "prompt", List.of("/options/num_predict")) {
    @Override
    Encoder encoder(Generation generation) {
      return new OllamaEncoder(generation);
    }

    @Override
    ObjectNode error(Refusal refusal) {
      return Json.object().put("error", refusal.text());
    }
  };

  private final String path;
  private final String promptField;
  private final List<String> limitFields;

  Protocol(String path, String promptField, List<String> limitFields) {
    this.path = path;
    this.promptField = promptField;
    this.limitFields = limitFields;
  }

  /** Writes the response of one generation. */
  abstract Encoder encoder(Generation generation);

  /** The error object that stands in place of a response. */
  ObjectNode error(Refusal refusal) {
    return openAiError(refusal);
  }

  static ObjectNode openAiError(Refusal refusal) {
    ObjectNode error = Json.object();
    error.put("message", refusal.text());
    error.put("type", refusal.type);
    error.put("param", refusal.param.isEmpty() ? null : refusal.param);
    error.put("code", refusal.code.isEmpty() ? null : refusal.code);
    return Json.object().set("error", error);
  }

  static Optional<Protocol> of(String path) {
    for (Protocol protocol : values()) {
      if (protocol.path.equals(path)) {
        return Optional.of(protocol);
      }
    }
    return Optional.empty();
  }

  String path() {
    return path;
  }

  String promptField() {
    return promptField;
  }

  /** JSON pointers to the limit of output tokens; the first that is there holds. */
  List<String> limitFields() {
    return limitFields;
  }

  /** Whether it is Ollama's own: it streams unless told not to, and a negative limit is none. */
  boolean ollama() {
    return this == OLLAMA_CHAT || this == OLLAMA_GENERATE;
  }

  private static String typeOf(int status) {
    return switch (status) {
      case 400, 405 -> "invalid_request_error";
      case 401 -> "authentication_error";
      case 404 -> "not_found_error";
      case 429 -> "rate_limit_error";
      case 503, 529 -> "overloaded_error";
      default -> "api_error";
    };
  }
}
