package org.gatlingllm;

import static org.gatlingllm.gatling.LlmDsl.clientWarmUp;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.gatlingllm.gatling.ChatActionBuilder;
import org.gatlingllm.gatling.LoadProfile;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.gatlingllm.stream.CompletionRequest;
import org.gatlingllm.stream.Dialect;

/**
 * What a client warms itself with before it asks the server under test: one answer of the simulated
 * server, in the run's dialect where that server speaks it and OpenAI's chat where it does not,
 * over and over again.
 */
final class WarmUpServer implements AutoCloseable {
  private static final Set<String> SPOKEN =
      Set.of(
          "openai-chat",
          "openai-completions",
          "openai-responses",
          "anthropic-messages",
          "ollama-chat",
          "ollama-generate");
  private static final String MODEL = "warm-up";
  private static final int TOKENS = 64;

  private final Dialect dialect;
  private final ReplayServer server;

  private WarmUpServer(Dialect dialect, ReplayServer server) {
    this.dialect = dialect;
    this.server = server;
  }

  static WarmUpServer start(Dialect dialect) {
    Dialect spoken = SPOKEN.contains(dialect.name()) ? dialect : Dialect.named("openai-chat");
    byte[] answer = answer(spoken);
    return new WarmUpServer(spoken, ReplayServer.start(answer, answer.length / TOKENS));
  }

  private static byte[] answer(Dialect dialect) {
    String body = dialect.body(CompletionRequest.to(MODEL).user("Hello").maxTokens(TOKENS).build());
    try (SimulatedLlmServer recorded =
        SimulatedLlmServer.start(ServerOptions.preset("fast").withKeepTruth(false))) {
      return ReplayServer.recorded(recorded.port(), dialect.path(MODEL), body);
    }
  }

  /**
   * The level that asks it.
   *
   * @param asked what the run asks the server under test: the same is asked here
   */
  LoadProfile level(ChatActionBuilder asked, Duration most) {
    return clientWarmUp(
        asked.dialect(dialect.name()).baseUrl(server.baseUrl()).apiKey(Optional.empty()), most);
  }

  @Override
  public void close() {
    server.close();
  }
}
