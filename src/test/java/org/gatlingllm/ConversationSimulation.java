package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.content;
import static org.gatlingllm.gatling.LlmDsl.open;
import static org.gatlingllm.gatling.LlmDsl.ttft;

import io.gatling.javaapi.core.ChainBuilder;
import java.time.Duration;
import java.util.List;
import org.gatlingllm.gatling.ChatActionBuilder;

/**
 * An example of a simulation of one's own: two turns, the second of which needs the first's answer.
 */
public final class ConversationSimulation extends LlmSimulation {
  private final ChatActionBuilder ask =
      chat("ask").check(ttft().lt(Duration.ofSeconds(2)), content().saveAs("reply"));

  private final ChatActionBuilder more = chat("more").prompt("#{reply} Go on.");

  private final ChainBuilder conversation = exec(ask).exec(more);

  {
    setUp(
            levels(
                closed(conversation).concurrency(1, 4).requests(12),
                open(conversation).rates(List.of("50%")).lasting(Duration.ofSeconds(10))))
        .protocols(httpProtocol, llmProtocol)
        .assertions(objectives());
  }
}
