package org.gatlingllm.stream;

import java.util.List;

/** All dialects. Where several could be spoken at a path, the first is guessed. */
final class Dialects {
  static final List<Dialect> ALL =
      List.of(
          new OpenAiChat(),
          new OpenAiCompletions(),
          new OpenAiResponses(),
          new AnthropicMessages(),
          new OllamaChat(),
          new OllamaGenerate(),
          new TritonGenerate(false),
          new TritonGenerate(true),
          new TgiGenerate(),
          new LlamaCppCompletion(),
          new SglangGenerate(true),
          new SglangGenerate(false),
          new GeminiGenerate());

  private Dialects() {}
}
