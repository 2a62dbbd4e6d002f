package org.gatlingllm.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Hands on what the engine says about a request later, or never: stalls and slow heads. */
final class Delays implements Sequence.Listener {

  private final Sequence.Listener to;
  private final EngineThread engine;
  private final int fromToken;
  private final long delayNanos;

  private Delays(Sequence.Listener to, EngineThread engine, int fromToken, long delayNanos) {
    this.to = to;
    this.engine = engine;
    this.fromToken = fromToken;
    this.delayNanos = delayNanos;
  }

  static Sequence.Listener of(@Nullable Fault fault, Sequence.Listener to, EngineThread engine) {
    if (fault instanceof Fault.Stall stall) {
      long nanos = stall.duration().map(Duration::toNanos).orElse(Engine.IDLE);
      return new Delays(to, engine, stall.afterTokens(), nanos);
    }
    if (fault instanceof Fault.SlowHeaders slow) {
      return new Delays(to, engine, -1, slow.delay().toNanos());
    }
    return to;
  }

  @Override
  public void admitted(long atNanos, int cachedTokens) {
    if (fromToken < 0) {
      engine.at(atNanos + delayNanos, () -> to.admitted(atNanos, cachedTokens));
    } else {
      to.admitted(atNanos, cachedTokens);
    }
  }

  @Override
  public void token(int index, long dueNanos) {
    if (index < fromToken) {
      to.token(index, dueNanos);
    } else if (delayNanos != Engine.IDLE) {
      engine.at(dueNanos + delayNanos, () -> to.token(index, dueNanos + delayNanos));
    }
  }

  @Override
  public void left() {
    to.left();
  }
}
