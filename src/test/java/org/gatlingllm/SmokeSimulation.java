package org.gatlingllm;

import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.load;
import static org.gatlingllm.gatling.LlmDsl.warmUp;

import io.gatling.javaapi.core.ChainBuilder;
import java.util.List;
import org.gatlingllm.gatling.LlmRun;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.metric.RequestRecord;

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
    llmProtocol.run().ifPresent(SmokeSimulation::tell);
  }

  private static void tell(LlmRun run) {
    try {
      List<RequestRecord> measured =
          RunReader.read(run.folder()).requests().stream().filter(r -> !r.id().warmUp()).toList();
      StreamFacts.of(measured).forEach(System.out::println);
    } catch (RuntimeException e) {
      System.out.println("gatling-llm: cannot tell of the answers: " + e.getMessage());
    }
  }
}
