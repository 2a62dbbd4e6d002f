package org.gatlingllm.server;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The engine's state as Prometheus text, under the names of llama.cpp: what its own thread sees
 * when it gets to the question, after all arrivals before that.
 */
final class MetricsExchange implements Response {
  private static final String TEXT =
      """
      # HELP llamacpp:requests_processing Number of requests processing.
      # TYPE llamacpp:requests_processing gauge
      llamacpp:requests_processing %d
      # HELP llamacpp:requests_deferred Number of requests deferred.
      # TYPE llamacpp:requests_deferred gauge
      llamacpp:requests_deferred %d
      """;

  private final Wire wire;
  private final Runnable whenDone;
  private boolean left;

  MetricsExchange(Wire wire, Runnable whenDone) {
    this.wire = wire;
    this.whenDone = whenDone;
  }

  void start(EngineThread thread) {
    thread.look(
        engine -> {
          String text = TEXT.formatted(engine.running(), engine.waiting());
          wire.execute(() -> write(text.getBytes(StandardCharsets.US_ASCII)));
        });
  }

  private void write(byte[] text) {
    if (!left) {
      wire.head(200, Map.of("content-type", "text/plain; version=0.0.4"), text.length);
      wire.data(Unpooled.wrappedBuffer(text));
      wire.end();
      wire.flush();
      whenDone.run();
    }
  }

  @Override
  public void clientLeft() {
    left = true;
  }
}
