package org.gatlingllm;

import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.load;
import static org.gatlingllm.gatling.LlmDsl.warmUp;

import io.gatling.javaapi.core.ChainBuilder;
import org.gatlingllm.log.RunReader;

/**
 * One user, a few requests: is the stream what we think it is? The table shows TTFT, ITL and
 * tokens; the lines below it how the answers ended and whether they really streamed.
 */
public final class SmokeSimulation extends LlmSimulation {
  private static final int WARM_UP = 2;
  private static final int REQUESTS = 5;

  private final ChainBuilder chat = withPrompts(chat("chat"));

  {
    setUp(load(warmUp(chat).requests(WARM_UP), closed(chat).concurrency(1).requests(REQUESTS)))
        .protocols(httpProtocol, llmProtocol);
  }

  @Override
  public void after() {
    super.after();
    llmProtocol
        .run()
        .ifPresent(
            run ->
                StreamFacts.of(
                        RunReader.read(run.folder()).requests().stream()
                            .filter(r -> !r.id().warmUp())
                            .toList())
                    .forEach(System.out::println));
  }
}
