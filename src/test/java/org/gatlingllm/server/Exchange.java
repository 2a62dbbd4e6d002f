package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One generation under way: what the engine says of it becomes what is written of it.
 *
 * <p>The engine's thread only raises counters ({@link #admitted}, {@link #token}) and wakes the
 * event loop, once however many tokens are due; the event loop writes what is due and not yet
 * written, in one write. So an event loop that is behind catches up with few writes, as a real
 * server does.
 */
abstract class Exchange implements Sequence.Listener, Response {

  /**
   * Between the last byte and a reset, so that a client reads the bytes before it meets the reset.
   */
  private static final long RESET_PAUSE_NANOS = 10_000_000;

  final Wire wire;
  final Generation generation;
  final Encoder encoder;
  final @Nullable Fault fault;

  private final Intake intake;
  private final Recording recording;
  private final Runnable whenDone;
  private final Sequence sequence;
  private final AtomicBoolean woken = new AtomicBoolean();
  private volatile boolean slotTaken;
  private volatile int cachedTokens;
  private volatile int dueTokens;
  private int recordedTokens;
  private boolean ended;

  Exchange(
      Intake intake,
      Wire wire,
      Generation generation,
      Recording recording,
      @Nullable Fault fault,
      Runnable whenDone) {
    this.intake = intake;
    this.wire = wire;
    this.generation = generation;
    this.encoder = generation.request().protocol().encoder(generation);
    this.recording = recording;
    this.fault = fault;
    this.whenDone = whenDone;
    this.sequence =
        new Sequence(
            generation.request().prompt(),
            generation.outputTokens(),
            recording.receivedNanos(),
            Delays.of(fault, this, intake.engine()));
  }

  /** Writes what is due; on the event loop, and not after the end. */
  abstract void writeDue();

  final void start() {
    intake.engine().arrive(sequence);
  }

  @Override
  public final void admitted(long atNanos, int cached) {
    recording.admitted(atNanos, cached);
    cachedTokens = cached;
    slotTaken = true;
    wake();
  }

  @Override
  public final void token(int index, long dueNanos) {
    dueTokens = index + 1;
    wake();
  }

  @Override
  public final void left() {
    intake.left();
  }

  @Override
  public final void clientLeft() {
    finish(false, true);
  }

  final void wake() {
    if (woken.compareAndSet(false, true)) {
      wire.execute(this::onEventLoop);
    }
  }

  private void onEventLoop() {
    woken.set(false);
    if (!ended) {
      writeDue();
    }
  }

  final boolean slotTaken() {
    return slotTaken;
  }

  final int cachedTokens() {
    return cachedTokens;
  }

  final int dueTokens() {
    return dueTokens;
  }

  // Truth first, then the write: whoever has read the bytes finds them in the truth.

  /** Sends what was written; {@code tokens} are all that were written so far. */
  final void flush(boolean headWritten, int tokens) {
    record(headWritten, tokens);
    wire.flush();
  }

  /** Sends what was written, with the body's proper end, whether or not the generation has its. */
  final void flushAndEnd(boolean headWritten, int tokens, boolean complete) {
    wire.end();
    record(headWritten, tokens);
    finish(complete, false);
    wire.flush();
    whenDone.run();
  }

  /** Sends what was written, then breaks the connection. */
  final void flushAndBreakOff(boolean headWritten, int tokens, boolean reset) {
    record(headWritten, tokens);
    finish(false, false);
    wire.flush();
    if (reset) {
      long atNanos = System.nanoTime() + RESET_PAUSE_NANOS;
      intake.engine().at(atNanos, () -> wire.execute(() -> wire.breakOff(true)));
    } else {
      wire.breakOff(false);
    }
  }

  final void later(long delayNanos, Runnable action) {
    intake
        .engine()
        .at(System.nanoTime() + delayNanos, () -> wire.execute(() -> unlessEnded(action)));
  }

  /** Encodes into a buffer of its own, which the caller releases. */
  final ByteBuf buffer() {
    return wire.buffer();
  }

  private void record(boolean headWritten, int tokens) {
    long nowNanos = System.nanoTime();
    if (headWritten) {
      recording.head(200, nowNanos);
    }
    if (tokens > recordedTokens) {
      recording.sent(tokens - recordedTokens, nowNanos);
      recordedTokens = tokens;
    }
  }

  private void unlessEnded(Runnable action) {
    if (!ended) {
      action.run();
    }
  }

  private void finish(boolean complete, boolean leftByClient) {
    if (!ended) {
      ended = true;
      if (!complete) {
        intake.engine().cancel(sequence);
      }
      intake.ended(recording, complete, leftByClient);
    }
  }
}
