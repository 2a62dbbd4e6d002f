package org.gatlingllm.gatling;

import io.gatling.http.client.impl.DefaultHttpClient;
import io.gatling.http.client.impl.Http2AppHandler;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandler;
import io.netty.handler.codec.compression.Brotli;
import io.netty.handler.codec.compression.Zstd;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Ends a request on a connection of Gatling's client without making it send the request again. */
final class ClientConnection {
  private ClientConnection() {}

  /**
   * HTTP/1.1: tells the client's handler of an exception, upon which it fails its one request and
   * closes the connection. (Fired on the pipeline, the exception would be swallowed; closing the
   * channel would post the prompt again.)
   *
   * @return whether the client tells the listener; else the caller must do so itself
   */
  static boolean abort(Channel channel, Exception why) {
    ChannelHandlerContext context = channel.pipeline().context(DefaultHttpClient.APP_HTTP_HANDLER);
    return context != null && tell((ChannelInboundHandler) context.handler(), context, why);
  }

  /** HTTP/2: resets the stream, and leaves the connection to the others. Tells nobody. */
  static void resetStream(Channel channel, int streamId) {
    channel.pipeline().fireUserEventTriggered(new Http2AppHandler.StreamTimeout(streamId));
  }

  /**
   * The encoding of the body's bytes as the listener gets them: the client takes off those that it
   * knows, and leaves the header as it was.
   *
   * @return null when they are plain
   */
  static @Nullable String encodingLeft(HttpHeaders responseHeaders) {
    String encoding = responseHeaders.get(HttpHeaderNames.CONTENT_ENCODING);
    if (encoding == null) {
      return null;
    }
    boolean taken =
        switch (encoding.strip().toLowerCase(Locale.ROOT)) {
          case "gzip", "x-gzip", "deflate", "x-deflate", "snappy" -> true;
          case "br" -> Brotli.isAvailable();
          case "zstd" -> Zstd.isAvailable();
          default -> false;
        };
    return taken ? null : encoding;
  }

  @SuppressWarnings(
      "deprecation") // the client's handler is one of those that still have the method
  private static boolean tell(
      ChannelInboundHandler handler, ChannelHandlerContext context, Exception why) {
    try {
      handler.exceptionCaught(context, why);
      return true;
    } catch (Exception e) {
      return false;
    }
  }
}
