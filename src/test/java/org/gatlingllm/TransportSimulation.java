package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.gatlingllm.gatling.LlmDsl.llm;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.List;
import org.gatlingllm.gatling.ChatActionBuilder;

/**
 * HTTP/1.1 and HTTP/2, with connections of each user's own and shared ones, in scenarios that
 * Gatling's own profiles inject; for {@link TransportIT}.
 */
public final class TransportSimulation extends LlmSimulation {
  /** System properties: base URLs of servers with TLS. */
  static final String HTTP1 = "it.http1";

  static final String HTTP2 = "it.http2";
  static final String FAULTY = "it.faulty";
  static final String BUSY = "it.busy";

  /** Users, and requests of each, in the scenarios that only look at connections. */
  static final int USERS = 2;

  static final int EACH = 3;

  /** What one user asks the faulty server for, in order. */
  static final List<String> FAULTS =
      List.of(
          "first",
          "reset",
          "after reset",
          "reset at once",
          "after reset at once",
          "idle",
          "after idle",
          "own timeout",
          "after own timeout",
          "cut",
          "after cut");

  static final Duration OWN_TIMEOUT = Duration.ofMillis(400);

  {
    setUp(
            users("http1 own", USERS, EACH, secured(HTTP1))
                .andThen(users("http1 shared", USERS, EACH, secured(HTTP1).shareConnections()))
                .andThen(users("http2 own", USERS, EACH, http2(HTTP2)))
                .andThen(users("http2 shared", USERS, EACH, http2(HTTP2).shareConnections()))
                .andThen(faults())
                .andThen(users("busy first", 1, 1, http2(BUSY).shareConnections()))
                .andThen(users("busy", 3, 1, http2(BUSY).shareConnections())))
        .protocols(llmProtocol);
  }

  private static PopulationBuilder users(
      String name, int users, int each, HttpProtocolBuilder protocol) {
    return scenario(name)
        .exec(repeat(each).on(exec(request(name))))
        .injectOpen(atOnceUsers(users))
        .protocols(protocol);
  }

  private static PopulationBuilder faults() {
    List<ChainBuilder> chain =
        FAULTS.stream()
            .map(
                name ->
                    name.equals("own timeout")
                        ? exec(request(name).http(http -> http.requestTimeout(OWN_TIMEOUT)))
                        : exec(request(name)))
            .toList();
    return scenario("http2 faults").exec(chain).injectOpen(atOnceUsers(1)).protocols(http2(FAULTY));
  }

  private static ChatActionBuilder request(String name) {
    return llm(name).model("m").prompt("What?").maxTokens(name.equals("busy") ? 150 : 5);
  }

  private static HttpProtocolBuilder secured(String property) {
    return http.baseUrl(System.getProperty(property, ""));
  }

  private static HttpProtocolBuilder http2(String property) {
    return secured(property).enableHttp2();
  }
}
