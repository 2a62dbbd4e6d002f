package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static org.gatlingllm.gatling.LlmDsl.closed;

import java.time.Duration;

/**
 * A few users whose server stands still and dies under them, until the run is cut off while a
 * stream is in flight; for {@link BrokenServerIT}.
 */
public final class BrokenServerSimulation extends LlmSimulation {
  /** System property: base URL of a server that never ends its answers. */
  static final String ENDLESS = "it.endless";

  /** Name of the level whose server dies. */
  static final String LEVEL = "c=3";

  private static final Duration LEVEL_TIME = Duration.ofSeconds(6);
  private static final Duration RUN_TIME = Duration.ofSeconds(9);

  {
    setUp(
            levels(
                closed(exec(chat("chat")).exec(pause(Duration.ofMillis(20))))
                    .concurrency(3)
                    .lasting(LEVEL_TIME),
                closed(exec(chat("endless").baseUrl(System.getProperty(ENDLESS, ""))))
                    .concurrency(1)
                    .requests(5)))
        .protocols(httpProtocol, llmProtocol)
        .maxDuration(RUN_TIME);
  }
}
