package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A generation that is answered with one JSON object when its last token is due. */
final class WholeExchange extends Exchange {

  WholeExchange(
      Intake intake,
      Wire wire,
      Generation generation,
      Recording recording,
      @Nullable Fault fault,
      Runnable whenDone) {
    super(intake, wire, generation, recording, fault, whenDone);
  }

  @Override
  void writeDue() {
    if (dueTokens() < generation.outputTokens()) {
      return;
    }
    ByteBuf body = Unpooled.wrappedBuffer(Json.bytes(encoder.whole(cachedTokens())));
    boolean breaks = fault instanceof Fault.Cut || fault instanceof Fault.Reset;
    ByteBuf half = body.slice(0, body.readableBytes() / 2);
    if (breaks) {
      head(body.readableBytes());
      wire.data(half);
      flushAndBreakOff(true, 0, fault instanceof Fault.Reset);
    } else {
      answer(fault instanceof Fault.Malformed ? half : body);
    }
  }

  private void answer(ByteBuf body) {
    head(body.readableBytes());
    wire.data(body);
    flushAndEnd(true, generation.outputTokens(), !(fault instanceof Fault.Malformed));
  }

  private void head(int bodyLength) {
    wire.head(200, Map.of("content-type", "application/json"), bodyLength);
  }
}
