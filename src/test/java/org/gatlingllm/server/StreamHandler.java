package org.gatlingllm.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import org.jspecify.annotations.Nullable;

/** One stream of an HTTP/2 connection: one request. On the connection's event loop. */
final class StreamHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

  private final Intake intake;
  private final long connection;
  private final String codec;
  private @Nullable Response underWay;

  /** A stream, by its connection's number and the name of the handler beneath which is written. */
  StreamHandler(Intake intake, long connection, String codec) {
    this.intake = intake;
    this.connection = connection;
    this.codec = codec;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    Wire wire = new Http2Wire(context.pipeline().context(codec));
    underWay = intake.accept(new Incoming(request, System.nanoTime()), wire, connection, () -> {});
  }

  /** Comes also when the client resets the stream. */
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (underWay != null) {
      underWay.clientLeft();
      underWay = null;
    }
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = context.close();
  }
}
