package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.llm;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CoreDsl;
import org.gatlingllm.gatling.ChatActionBuilder;

/** Sends one request for each {@link FailureCase}, in order; for {@link FailureIT}. */
public final class FailureSimulation extends LlmSimulation {
  /** Name of the one level. */
  static final String LEVEL = "c=1";

  {
    ChainBuilder all =
        exec(
            FailureCase.all().stream().map(FailureSimulation::request).map(CoreDsl::exec).toList());
    setUp(levels(closed(all).concurrency(1).requests(1))).protocols(httpProtocol, llmProtocol);
  }

  private static ChatActionBuilder request(FailureCase failure) {
    ChatActionBuilder request =
        llm(failure.name())
            .baseUrl(System.getProperty(failure.at().property(), ""))
            .model("m")
            .prompt("What?")
            .maxTokens(6);
    return failure.name().startsWith("own timeout")
        ? request.http(http -> http.requestTimeout(FailureCase.OWN_TIMEOUT))
        : request;
  }
}
