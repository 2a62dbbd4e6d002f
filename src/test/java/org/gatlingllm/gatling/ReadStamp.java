package org.gatlingllm.gatling;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands first in a connection's pipeline and stamps each socket read before TLS and HTTP decoding.
 * One read may become many callbacks of the HTTP client; all of them belong to this one instant.
 *
 * <p>Confined to the event loop of its connection.
 */
final class ReadStamp extends ChannelInboundHandlerAdapter {
  private static final String NAME = "llm-read-stamp";

  private static final int PIECE = 1 << 12;

  private final LongSupplier nanoClock;
  private final byte[] piece = new byte[PIECE];
  private long lastReadNanos;
  private long bytes;
  private @Nullable LongPredicate watcher;

  private ReadStamp(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.lastReadNanos = nanoClock.getAsLong();
  }

  /** Returns the stamp of this connection, or null when it has none yet: when it is new. */
  static @Nullable ReadStamp of(Channel channel) {
    return (ReadStamp) channel.pipeline().get(NAME);
  }

  /** Puts a stamp in front of a new connection's pipeline. */
  static ReadStamp install(Channel channel, LongSupplier nanoClock) {
    ReadStamp stamp = new ReadStamp(nanoClock);
    channel.pipeline().addFirst(NAME, stamp);
    return stamp;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    lastReadNanos = nanoClock.getAsLong();
    if (message instanceof ByteBuf buffer) {
      bytes += buffer.readableBytes();
    }
    if (watcher != null && watcher.test(bytes)) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  /**
   * Shows the byte count of each read to a watcher, which may say that it and what follows is not
   * wanted any more; null ends the watch.
   */
  void watch(@Nullable LongPredicate bytesWatcher) {
    watcher = bytesWatcher;
  }

  /**
   * Room for a piece of what was read: used again for each, and by nobody but the reader of now.
   */
  byte[] piece() {
    return piece;
  }

  /** When the socket was last read. */
  long lastReadNanos() {
    return lastReadNanos;
  }

  /** Bytes read from the socket since it was opened. */
  long bytes() {
    return bytes;
  }
}
