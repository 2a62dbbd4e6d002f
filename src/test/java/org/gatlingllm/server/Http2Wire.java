package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
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
final class Http2Wire implements Wire {

  private final ChannelHandlerContext beneath;
  private @Nullable Http2Headers head;
  private @Nullable ByteBuf gathered;
  private @Nullable ChannelFuture flushed;
  private boolean ended;

  /** A response on the stream of that context, from which frames bypass the HTTP codec. */
  Http2Wire(ChannelHandlerContext beneath) {
    this.beneath = beneath;
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
    if (gathered == null) {
      gathered = beneath.alloc().buffer();
    }
    gathered.writeBytes(piece);
  }

  @Override
  public void end() {
    ended = true;
  }

  @Override
  public void flush() {
    ChannelFuture last = null;
    if (head != null) {
      last = beneath.write(new DefaultHttp2HeadersFrame(head, ended && gathered == null));
      head = null;
    } else if (gathered == null && ended) {
      gathered = beneath.alloc().buffer(0);
    }
    if (gathered != null) {
      last = beneath.write(new DefaultHttp2DataFrame(gathered, ended));
      gathered = null;
    }
    flushed = last == null ? flushed : last;
    beneath.flush();
  }

  @Override
  public void breakOff(boolean reset) {
    if (reset) {
      ChannelFuture unused =
          beneath.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
    } else if (flushed == null) {
      closeConnection();
    } else {
      ChannelFuture unused =
          flushed.addListener((ChannelFutureListener) written -> closeConnection());
    }
  }

  private void closeConnection() {
    ChannelFuture unused = beneath.channel().parent().close();
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
