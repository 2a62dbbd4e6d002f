package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/** What the wires of both protocols have: bytes that wait for a flush, and what follows it. */
abstract class GatheringWire implements Wire {

  final ChannelHandlerContext beneath;
  private @Nullable ByteBuf gathered;
  private @Nullable ChannelFuture flushed;
  private boolean ended;

  /** A wire to the channel of that context, from which what is written bypasses the codec. */
  GatheringWire(ChannelHandlerContext beneath) {
    this.beneath = beneath;
  }

  /** What waits; from here on something does. */
  final ByteBuf gathered() {
    if (gathered == null) {
      gathered = beneath.alloc().buffer();
    }
    return gathered;
  }

  final boolean hasGathered() {
    return gathered != null;
  }

  /** What waited; from here on nothing does. The caller owns it. */
  final ByteBuf taken() {
    ByteBuf bytes = gathered();
    gathered = null;
    return bytes;
  }

  @Override
  public void end() {
    ended = true;
  }

  final boolean ended() {
    return ended;
  }

  /** The last write so far. */
  final void flushed(ChannelFuture written) {
    flushed = written;
  }

  /** Closes that channel, this one or its parent, once what was flushed is written. */
  final void closeAfterFlushed(Channel channel) {
    ChannelFuture unused =
        flushed == null
            ? channel.close()
            : flushed.addListener((ChannelFutureListener) written -> close(channel));
  }

  private static void close(Channel channel) {
    ChannelFuture unused = channel.close();
  }

  @Override
  public void execute(Runnable action) {
    beneath.channel().eventLoop().execute(action);
  }

  @Override
  public ByteBuf buffer() {
    return beneath.alloc().buffer();
  }
}
