package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.gatlingllm.gatling.LlmDsl.closed;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;

/** Sends one request for each {@link ThrowingCase}, in order; for {@link ThrowingIT}. */
public final class ThrowingSimulation extends LlmSimulation {
  /** Begins a line of each time that the step after a request was reached. */
  static final String NEXT = "NEXT ";

  /** Name of the request after all of them. */
  static final String LAST = "last";

  {
    ChainBuilder all =
        exec(ThrowingCase.all().stream().map(this::step).toList()).exec(chat(LAST).maxTokens(6));
    setUp(levels(closed(all).concurrency(2).requests(2))).protocols(httpProtocol, llmProtocol);
  }

  private ChainBuilder step(ThrowingCase throwing) {
    return exec(throwing.in(chat(throwing.name()).maxTokens(6)))
        .exec(session -> told(session, throwing));
  }

  private static Session told(Session session, ThrowingCase throwing) {
    System.out.println(
        NEXT + throwing.name() + ", " + (session.isFailed() ? "failed" : "not failed"));
    return session.markAsSucceeded();
  }
}
