package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.gatlingllm.gatling.LlmDsl.closed;

import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A load test in a heap that is nearly full and is filled again and again, so that the garbage
 * collector is always at work. For tests: the report must say so.
 */
public final class FullHeapSimulation extends LlmSimulation {
  private static final int PIECE = 1 << 10;
  private static final double KEPT_FRACTION = 0.55;
  private static final int PIECES_AN_ITERATION = 4000;

  private final long kept = (long) (KEPT_FRACTION * Runtime.getRuntime().maxMemory() / PIECE);
  private final Deque<byte[]> pieces = new ArrayDeque<>();

  {
    Duration level = settings.duration("llm.closed.duration", Duration.ofSeconds(1));
    setUp(
            levels(
                closed(exec(withPrompts(chat("chat"))).exec(this::fill))
                    .concurrency(8)
                    .lasting(level)))
        .protocols(httpProtocol, llmProtocol);
  }

  private Session fill(Session session) {
    synchronized (pieces) {
      for (int i = 0; i < PIECES_AN_ITERATION; i++) {
        pieces.add(new byte[PIECE]);
        if (pieces.size() > kept) {
          pieces.remove();
        }
      }
    }
    return session;
  }
}
