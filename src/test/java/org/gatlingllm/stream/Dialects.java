package org.gatlingllm.stream;

import java.util.List;

/** All dialects. Where several could be spoken at a path, the first is guessed. */
final class Dialects {
  static final List<Dialect> ALL = List.of(new OpenAiChat());

  private Dialects() {}
}
