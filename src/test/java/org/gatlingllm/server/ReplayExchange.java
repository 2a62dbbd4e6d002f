package org.gatlingllm.server;

import io.netty.buffer.Unpooled;

/** A recorded response on its way: a write a piece, with pauses between. On the event loop. */
final class ReplayExchange implements Response {

  private static final long RESET_PAUSE_NANOS = 10_000_000;

  private final Intake intake;
  private final Wire wire;
  private final Recording recording;
  private final Replay replay;
  private final Runnable whenDone;
  private int next;
  private boolean ended;

  ReplayExchange(Intake intake, Wire wire, Recording recording, Replay replay, Runnable whenDone) {
    this.intake = intake;
    this.wire = wire;
    this.recording = recording;
    this.replay = replay;
    this.whenDone = whenDone;
  }

  void start() {
    wire.head(replay.status(), replay.headers(), Wire.STREAMED);
    recording.head(replay.status(), System.nanoTime());
    if (replay.oneWrite()) {
      writePiece();
    } else {
      wire.flush();
      after(replay.pause().toNanos(), this::writePiece);
    }
  }

  @Override
  public void clientLeft() {
    finish(false, true);
  }

  private void writePiece() {
    wire.data(Unpooled.wrappedBuffer(replay.piece(next++)));
    if (next < replay.pieces()) {
      wire.flush();
      after(replay.pause().toNanos(), this::writePiece);
    } else if (replay.silence()) {
      wire.flush();
    } else if (replay.reset()) {
      finish(false, false);
      wire.flush();
      intake
          .engine()
          .at(System.nanoTime() + RESET_PAUSE_NANOS, () -> wire.execute(() -> wire.breakOff(true)));
    } else {
      wire.end();
      finish(true, false);
      wire.flush();
      whenDone.run();
    }
  }

  private void after(long nanos, Runnable action) {
    Runnable unlessEnded =
        () -> {
          if (!ended) {
            action.run();
          }
        };
    intake.engine().at(System.nanoTime() + nanos, () -> wire.execute(unlessEnded));
  }

  private void finish(boolean complete, boolean leftByClient) {
    if (!ended) {
      ended = true;
      intake.ended(recording, complete, leftByClient);
    }
  }
}
