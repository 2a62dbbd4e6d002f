package org.gatlingllm.gatling;

import io.gatling.http.client.impl.DefaultHttpClient;
import io.gatling.http.client.impl.Http2AppHandler;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandler;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.HttpConversionUtil;
import org.jspecify.annotations.Nullable;

/** Ends a request on a connection of Gatling's client without making it send the request again. */
final class ClientConnection {
  private ClientConnection() {}

  /**
   * HTTP/1.1: tells the client's handler of an exception, upon which it fails its one request and
   * closes the connection. (Fired on the pipeline, the exception would be swallowed; closing the
   * channel would post the prompt again.) HTTP/2: resets the stream, and leaves the connection to
   * the others.
   *
   * @return whether the client tells the listener; else the caller must do so itself
   */
  static boolean abort(Channel channel, @Nullable HttpHeaders responseHeaders, Exception why) {
    ChannelHandlerContext context = channel.pipeline().context(DefaultHttpClient.APP_HTTP_HANDLER);
    if (context != null) {
      return tell((ChannelInboundHandler) context.handler(), context, why);
    }
    Integer stream =
        responseHeaders == null
            ? null
            : responseHeaders.getInt(HttpConversionUtil.ExtensionHeaderNames.STREAM_ID.text());
    if (stream != null) {
      channel.pipeline().fireUserEventTriggered(new Http2AppHandler.StreamTimeout(stream));
    }
    return false;
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
