package org.gatlingllm.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpRequest;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One HTTP/1.x connection: its requests are answered one after the other, in their order, also when
 * a client sends the next before it has read the last answer.
 */
final class ConnectionHandler extends RequestHandler {

  private final Deque<Incoming> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean taking;
  private int taken;

  ConnectionHandler(Intake intake, long connection, String codec) {
    super(intake, connection, codec);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    waiting.add(new Incoming(request, System.nanoTime()));
    takeNext(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    waiting.clear();
    super.channelInactive(context);
  }

  // A response may be done before answer returns: the loop, and not a nested call, takes the next.
  private void takeNext(ChannelHandlerContext context) {
    if (taking) {
      return;
    }
    taking = true;
    while (!busy && !waiting.isEmpty()) {
      busy = true;
      take(context, waiting.remove());
    }
    taking = false;
  }

  private void take(ChannelHandlerContext context, Incoming incoming) {
    taken++;
    boolean last =
        !incoming.keepAlive || !incoming.readable || taken >= intake.options().keepAliveRequests;
    if (last) {
      waiting.clear();
    }
    answer(
        incoming,
        new Http1Wire(beneath(context), incoming.http11, last),
        () -> {
          busy = last;
          takeNext(context);
        });
  }
}
