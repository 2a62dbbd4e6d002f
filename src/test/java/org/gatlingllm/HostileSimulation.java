package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.content;
import static org.gatlingllm.gatling.LlmDsl.llm;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CoreDsl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.HostileServer.Attack;
import org.gatlingllm.gatling.ChatActionBuilder;

/**
 * Meets every attack of a {@link HostileServer}, and good servers after each; for {@link
 * HostileIT}.
 */
public final class HostileSimulation extends LlmSimulation {
  /** System properties: base URLs. */
  static final String HOSTILE = "it.hostile";

  static final String TRICKY = "it.tricky";

  /** Visible text that looks like the protocol. */
  static final String TEXT = "data: [DONE]\n\n{\"error\": {\"message\": \"none\"}}";

  static final String AFTER = "after ";
  static final Duration OWN_TIMEOUT = Duration.ofMillis(1200);

  {
    setUp(levels(closed(exec(requests())).concurrency(1).requests(1)))
        .protocols(httpProtocol, llmProtocol);
  }

  private List<ChainBuilder> requests() {
    List<ChatActionBuilder> requests = new ArrayList<>();
    requests.add(
        llm("tricky")
            .baseUrl(System.getProperty(TRICKY, ""))
            .prompt("What?")
            .check(content().is(session -> TEXT)));
    for (Attack attack : Attack.values()) {
      requests.add(
          llm(attack.name())
              .baseUrl(System.getProperty(HOSTILE, ""))
              .prompt("What?")
              .check(content().exists())
              .http(
                  http ->
                      http.header(HostileServer.HEADER, attack.name())
                          .requestTimeout(OWN_TIMEOUT.multipliedBy(slow(attack) ? 20 : 1))));
      requests.add(chat(AFTER + attack.name()));
    }
    return requests.stream().map(CoreDsl::exec).toList();
  }

  /** All but one end by themselves, also on a machine that is slow today. */
  private static boolean slow(Attack attack) {
    return attack != Attack.A_BYTE_NOW_AND_THEN;
  }
}
