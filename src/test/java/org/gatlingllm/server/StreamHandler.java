package org.gatlingllm.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpRequest;

/** One stream of an HTTP/2 connection: one request. */
final class StreamHandler extends RequestHandler {

  StreamHandler(Intake intake, long connection, String codec) {
    super(intake, connection, codec);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    answer(new Incoming(request, System.nanoTime()), new Http2Wire(beneath(context)), () -> {});
  }
}
