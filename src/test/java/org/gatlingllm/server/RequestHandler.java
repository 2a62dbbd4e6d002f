package org.gatlingllm.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import org.jspecify.annotations.Nullable;

/** Has the requests of one channel answered, one at a time. On the channel's event loop. */
abstract class RequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

  final Intake intake;
  private final long connection;
  private final String codec;
  private @Nullable Response latest;

  /** By the number of the connection and the name of the handler beneath which is written. */
  RequestHandler(Intake intake, long connection, String codec) {
    this.intake = intake;
    this.connection = connection;
    this.codec = codec;
  }

  /** The context from which what is written bypasses the HTTP codec. */
  final ChannelHandlerContext beneath(ChannelHandlerContext context) {
    return context.pipeline().context(codec);
  }

  /** Answers a request, or begins to; {@code whenDone} runs when the response has its end. */
  final void answer(Incoming incoming, Wire wire, Runnable whenDone) {
    latest = intake.accept(incoming, wire, connection, whenDone);
  }

  /** Comes also when the client resets a stream of HTTP/2. */
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (latest != null) {
      latest.clientLeft();
      latest = null;
    }
    context.fireChannelInactive();
  }

  // A reset by the client is no fault of the server: the connection is gone, and that is all.
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = context.close();
  }
}
