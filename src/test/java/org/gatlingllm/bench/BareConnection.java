package org.gatlingllm.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** One connection of the bare client: one request after the other until the time is up. */
final class BareConnection extends ChannelInboundHandlerAdapter {
  private static final byte[] CONTENT = "\"content\":\"".getBytes(UTF_8);

  private final int tokens;
  private final long untilNanos;
  private final boolean stamping;
  private final Consumer<Stream> ended;
  private final CountDownLatch done;
  private final ByteBuf body;

  private long readNanos;
  private long sentNanos;
  private long bytes;
  private int arrivals;
  private final long[] arrivalNanos;

  /**
   * What was seen of one answer.
   *
   * @param arrivalNanos socket reads that held a token
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  record Stream(long sentNanos, long[] arrivalNanos) {
    String line(int users) {
      return users
          + " "
          + sentNanos
          + " "
          + LongStream.of(arrivalNanos).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
  }

  BareConnection(
      int tokens, long untilNanos, boolean stamping, Consumer<Stream> ended, CountDownLatch done) {
    this.tokens = tokens;
    this.untilNanos = untilNanos;
    this.stamping = stamping;
    this.ended = ended;
    this.done = done;
    this.arrivalNanos = new long[stamping ? tokens : 0];
    this.body =
        Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer(
                "{\"model\":\"any\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}],\"stream\":true,"
                    + "\"stream_options\":{\"include_usage\":true},\"max_tokens\":"
                    + tokens
                    + "}",
                UTF_8));
  }

  /** Stands before the HTTP decoder: the instant of the socket read. */
  ChannelInboundHandlerAdapter stamp() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext ctx, Object message) {
        readNanos = System.nanoTime();
        ctx.fireChannelRead(message);
      }
    };
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ask(ctx);
  }

  private void ask(ChannelHandlerContext ctx) {
    arrivals = 0;
    DefaultFullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.POST, "/v1/chat/completions", body.duplicate());
    request.headers().set("host", "127.0.0.1").set("content-type", "application/json");
    request.headers().set("content-length", body.readableBytes());
    sentNanos = System.nanoTime();
    ChannelFuture unused = ctx.writeAndFlush(request, ctx.voidPromise());
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpContent content) {
      bytes += content.content().readableBytes();
      if (stamping) {
        arrived(content.content());
      }
    }
    ReferenceCountUtil.release(message);
    if (message instanceof LastHttpContent) {
      end(ctx);
    }
  }

  private void arrived(ByteBuf content) {
    int length = content.readableBytes();
    byte[] chunk = new byte[length];
    content.getBytes(content.readerIndex(), chunk);
    boolean token = false;
    for (int i = 0; i + CONTENT.length < length; i++) {
      int end = i + CONTENT.length;
      token |= Arrays.equals(chunk, i, end, CONTENT, 0, CONTENT.length) && chunk[end] != '"';
    }
    boolean sameRead = arrivals > 0 && arrivalNanos[arrivals - 1] == readNanos;
    if (token && !sameRead && arrivals < tokens) {
      arrivalNanos[arrivals++] = readNanos;
    }
  }

  private void end(ChannelHandlerContext ctx) {
    ended.accept(new Stream(sentNanos, Arrays.copyOf(arrivalNanos, arrivals)));
    if (System.nanoTime() < untilNanos) {
      ask(ctx);
    } else {
      ChannelFuture unused = ctx.close();
      done.countDown();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    System.out.println("bare client: " + cause + " after " + bytes + " bytes");
    ChannelFuture unused = ctx.close();
    done.countDown();
  }
}
