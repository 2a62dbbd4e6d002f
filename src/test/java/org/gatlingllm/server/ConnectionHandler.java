package org.gatlingllm.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.x connection: its requests are answered one after the other, in their order, also when
 * a client sends the next before it has read the last answer. On the connection's event loop.
 */
final class ConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

  private final Intake intake;
  private final long connection;
  private final String codec;
  private final Deque<Incoming> waiting = new ArrayDeque<>();
  private @Nullable Response underWay;
  private boolean busy;
  private boolean taking;
  private int taken;

  /** A connection, by its number and the name of the handler beneath which bytes are written. */
  ConnectionHandler(Intake intake, long connection, String codec) {
    this.intake = intake;
    this.connection = connection;
    this.codec = codec;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    waiting.add(new Incoming(request, System.nanoTime()));
    takeNext(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    waiting.clear();
    if (underWay != null) {
      underWay.clientLeft();
      underWay = null;
    }
    context.fireChannelInactive();
  }

  // A reset by the client is no fault of the server: the connection is gone, and that is all.
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = context.close();
  }

  // A response may be done before accept returns: the loop, and not a nested call, takes the next.
  private void takeNext(ChannelHandlerContext context) {
    if (taking) {
      return;
    }
    taking = true;
    while (!busy && !waiting.isEmpty()) {
      busy = true;
      Response response = accept(context, waiting.remove());
      underWay = busy ? response : null;
    }
    taking = false;
  }

  private Response accept(ChannelHandlerContext context, Incoming incoming) {
    taken++;
    boolean last =
        !incoming.keepAlive || !incoming.readable || taken >= intake.options().keepAliveRequests;
    if (last) {
      waiting.clear();
    }
    Wire wire = new Http1Wire(context.pipeline().context(codec), incoming.http11, last);
    return intake.accept(
        incoming,
        wire,
        connection,
        () -> {
          busy = last;
          underWay = null;
          takeNext(context);
        });
  }
}
