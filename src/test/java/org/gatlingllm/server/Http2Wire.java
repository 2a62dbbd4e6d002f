package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response on one stream of HTTP/2: what is gathered until a flush is one DATA frame. To break
 * off with a reset resets the stream and leaves the connection to the others; to break off in an
 * orderly way closes the connection, since a stream has no other way to end without its end.
 */
final class Http2Wire extends GatheringWire {

  private @Nullable Http2Headers head;

  /** A response on the stream of that context, from which frames bypass the HTTP codec. */
  Http2Wire(ChannelHandlerContext beneath) {
    super(beneath);
  }

  @Override
  public void head(int status, Map<String, String> headers, int bodyLength) {
    Http2Headers written = new DefaultHttp2Headers().status(Integer.toString(status));
    headers.forEach((name, value) -> written.add(name.toLowerCase(Locale.ROOT), value));
    if (bodyLength != STREAMED) {
      written.addInt("content-length", bodyLength);
    }
    head = written;
  }

  @Override
  public void data(ByteBuf piece) {
    gathered().writeBytes(piece);
  }

  @Override
  public void flush() {
    boolean headIsAll = head != null && ended() && !hasGathered();
    if (head != null) {
      flushed(beneath.write(new DefaultHttp2HeadersFrame(head, headIsAll)));
      head = null;
    }
    if (hasGathered() || (ended() && !headIsAll)) {
      flushed(beneath.write(new DefaultHttp2DataFrame(taken(), ended())));
    }
    beneath.flush();
  }

  @Override
  public void breakOff(boolean reset) {
    if (reset) {
      ChannelFuture unused =
          beneath.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
    } else {
      closeAfterFlushed(beneath.channel().parent());
    }
  }
}
