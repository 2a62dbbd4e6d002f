package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.open;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A load test by somebody who does slow things in a session function: it blocks its event loop, and
 * every stream that lives there. For tests: the report must say so.
 */
public final class SlowClientSimulation extends LlmSimulation {
  private static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int EACH = 5;

  private final AtomicInteger iterations = new AtomicInteger();
  private final ChainBuilder chat = withPrompts(chat("chat"));
  private final ChainBuilder slow = exec(chat).exec(this::block);

  {
    Duration level = settings.duration("llm.closed.duration", Duration.ofSeconds(1));
    setUp(
            levels(
                closed(chat).concurrency(4).lasting(level),
                closed(slow).concurrency(8).lasting(level),
                open(slow).rates(20).lasting(level)))
        .protocols(httpProtocol, llmProtocol);
  }

  private Session block(Session session) {
    if (iterations.incrementAndGet() % EACH == 0) {
      long until = System.nanoTime() + BLOCKED_NANOS;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
    }
    return session;
  }
}
