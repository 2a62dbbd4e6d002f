package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Map;
import org.gatlingllm.server.ServerOptions.HeadersPolicy;
import org.gatlingllm.server.ServerOptions.OpeningPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A streamed generation: an event a token, as far as they are due, and what a fault makes of it.
 */
final class StreamExchange extends Exchange {

  private static final int NEVER = Integer.MAX_VALUE;

  /** Bytes that a malformed event lacks at its end: enough to leave some JSON open. */
  private static final int MALFORMED_BYTES = 10;

  private final HeadersPolicy headersPolicy;
  private final OpeningPolicy openingPolicy;
  private final int breakAt;
  private final long tokenPauseNanos;
  private boolean headDue;
  private boolean headWritten;
  private boolean opened;
  private boolean pausing;
  private int written;
  private @Nullable ByteBuf rest;

  StreamExchange(
      Intake intake,
      Wire wire,
      Generation generation,
      Recording recording,
      @Nullable Fault fault,
      Runnable whenDone) {
    super(intake, wire, generation, recording, fault, whenDone);
    this.headersPolicy = intake.options().headers;
    this.openingPolicy = intake.options().opening;
    this.breakAt = breakAt(fault);
    this.tokenPauseNanos = intake.options().tokenPause.toNanos();
  }

  /** Sends the head if that is to come at once; on the event loop, after the start. */
  void open() {
    if (headersPolicy == HeadersPolicy.AT_ONCE) {
      headDue = true;
      long delay = fault instanceof Fault.SlowHeaders slow ? slow.delay().toNanos() : 0;
      if (delay == 0) {
        writeDue();
      } else {
        headDue = false;
        later(
            delay,
            () -> {
              headDue = true;
              writeDue();
            });
      }
    }
  }

  @Override
  void writeDue() {
    if (rest != null || pausing || !mayWrite()) {
      return;
    }
    boolean headNow = !headWritten;
    if (headNow) {
      writeHead();
    }
    int before = written;
    writeTokens();
    boolean more = written < dueTokens() && written < breakAt;
    if (tokenPauseNanos > 0 && written > before && more) {
      flush(headNow, written);
      pause();
    } else {
      finishOrFlush(headNow);
    }
  }

  private void pause() {
    pausing = true;
    later(
        tokenPauseNanos,
        () -> {
          pausing = false;
          writeDue();
        });
  }

  private boolean mayWrite() {
    return headWritten
        || headDue
        || dueTokens() > 0
        || (headersPolicy == HeadersPolicy.WITH_SLOT && slotTaken());
  }

  private void writeHead() {
    headWritten = true;
    wire.head(
        200,
        Map.of("content-type", encoder.contentType(), "cache-control", "no-cache"),
        Wire.STREAMED);
    if (openingPolicy == OpeningPolicy.WITH_HEADERS) {
      writeOpening();
    }
  }

  private void writeOpening() {
    opened = true;
    ByteBuf out = buffer();
    encoder.open(cachedTokens(), out);
    wire.data(out);
    out.release();
  }

  private void writeTokens() {
    int most = tokenPauseNanos > 0 ? written + 1 : breakAt;
    int until = Math.min(dueTokens(), Math.min(most, breakAt));
    if (!opened && until > 0) {
      writeOpening();
    }
    ByteBuf out = buffer();
    while (written < until && rest == null) {
      out.clear();
      encoder.token(written, out);
      writeEvent(out);
    }
    out.release();
  }

  private void writeEvent(ByteBuf event) {
    if (fault instanceof Fault.SplitCharacter split && split.afterTokens() == written) {
      int at = event.indexOf(0, event.writerIndex(), (byte) 0xF0) + 2;
      wire.data(event.readSlice(at));
      rest =
          Unpooled.copiedBuffer(event); // on the heap: nobody need release it if the client leaves
      later(split.pause().toNanos(), this::writeRest);
      return;
    }
    if (fault instanceof Fault.Malformed malformed && malformed.afterTokens() == written) {
      int end = encoder.eventEnd().length();
      event.writerIndex(event.writerIndex() - end - MALFORMED_BYTES);
      event.writeBytes(Events.ascii(encoder.eventEnd()));
    }
    wire.data(event);
    written++;
  }

  private void writeRest() {
    if (rest != null) {
      wire.data(rest);
      rest = null;
      written++;
      writeDue();
    }
  }

  private void finishOrFlush(boolean headNow) {
    if (rest != null) {
      flush(headNow, written);
    } else if (written == breakAt && written < generation.outputTokens()) {
      playBreak(headNow);
    } else if (written == generation.outputTokens()) {
      ByteBuf out = buffer();
      encoder.close(cachedTokens(), out);
      wire.data(out);
      out.release();
      flushAndEnd(headNow, written, true);
    } else {
      flush(headNow, written);
    }
  }

  private void playBreak(boolean headNow) {
    if (fault instanceof Fault.CleanEnd) {
      flushAndEnd(headNow, written, false);
    } else if (fault instanceof Fault.ErrorInStream error) {
      ByteBuf out = buffer();
      encoder.error(error.message(), out);
      wire.data(out);
      out.release();
      flushAndEnd(headNow, written, false);
    } else {
      flushAndBreakOff(headNow, written, fault instanceof Fault.Reset);
    }
  }

  private static int breakAt(@Nullable Fault fault) {
    if (fault instanceof Fault.Cut cut) {
      return cut.afterTokens();
    } else if (fault instanceof Fault.Reset reset) {
      return reset.afterTokens();
    } else if (fault instanceof Fault.CleanEnd end) {
      return end.afterTokens();
    } else if (fault instanceof Fault.ErrorInStream error) {
      return error.afterTokens();
    }
    return NEVER;
  }
}
