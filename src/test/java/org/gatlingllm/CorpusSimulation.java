package org.gatlingllm;

import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.content;
import static org.gatlingllm.gatling.LlmDsl.llm;
import static org.gatlingllm.gatling.LlmDsl.reasoning;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CoreDsl;
import java.util.List;
import org.gatlingllm.gatling.ChatActionBuilder;

/** Asks once for each body of the corpus, in order; for {@link CorpusIT}. */
public final class CorpusSimulation extends LlmSimulation {
  /** System property: base URL of the server that plays the corpus. */
  static final String CORPUS_URL = "it.corpus";

  /** Name of the one level. */
  static final String LEVEL = "c=1";

  private final List<ChatActionBuilder> requests =
      CorpusBody.all().stream().map(CorpusSimulation::request).toList();

  {
    ChainBuilder all = CoreDsl.exec(requests.stream().map(CoreDsl::exec).toList());
    setUp(levels(closed(all).concurrency(1).requests(1))).protocols(httpProtocol, llmProtocol);
  }

  private static ChatActionBuilder request(CorpusBody body) {
    return llm(body.name())
        .dialect(body.dialect())
        .baseUrl(System.getProperty(CORPUS_URL, ""))
        .model("m")
        .prompt(session -> "What?")
        .check(
            content().withDefault("").is(session -> body.expect().path("content").asText()),
            reasoning().withDefault("").is(session -> body.expect().path("reasoning").asText()));
  }
}
