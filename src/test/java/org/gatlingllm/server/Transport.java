package org.gatlingllm.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.gatlingllm.server.ServerOptions.Tls;
import org.jspecify.annotations.Nullable;

/** Equips connections: plain or TLS, HTTP/1.1 or what ALPN agrees on. */
final class Transport extends ChannelInitializer<SocketChannel> {
  private static final int MAX_REQUEST_BYTES = 64 * 1024 * 1024;
  private static final String CODEC = "http-requests";

  private final Intake intake;
  private final ChannelGroup group;
  private final AtomicLong connections = new AtomicLong();
  private final @Nullable SslContext tls;

  /** For all connections of a server, each of which is put into the group. */
  Transport(Intake intake, Tls tls, ChannelGroup group) {
    this.group = group;
    this.intake = intake;
    this.tls = tls == Tls.NONE ? null : context(tls == Tls.HTTP2);
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    group.add(channel);
    long connection = connections.incrementAndGet();
    if (tls == null) {
      http1(channel.pipeline(), connection);
    } else {
      channel.pipeline().addLast(tls.newHandler(channel.alloc())).addLast(new Agreed(connection));
    }
  }

  private void http1(ChannelPipeline pipeline, long connection) {
    pipeline
        .addLast(CODEC, new HttpRequestDecoder())
        .addLast(new HttpResponseEncoder())
        .addLast(new HttpObjectAggregator(MAX_REQUEST_BYTES))
        .addLast(new ConnectionHandler(intake, connection, CODEC));
  }

  private void http2(ChannelPipeline pipeline, long connection) {
    pipeline
        .addLast(Http2FrameCodecBuilder.forServer().build())
        .addLast(
            new Http2MultiplexHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel stream) {
                    stream
                        .pipeline()
                        .addLast(CODEC, new Http2StreamFrameToHttpObjectCodec(true))
                        .addLast(new HttpObjectAggregator(MAX_REQUEST_BYTES))
                        .addLast(new StreamHandler(intake, connection, CODEC));
                  }
                }));
  }

  /** Waits for what ALPN agrees on; HTTP/1.1 with a client that does not ask. */
  private final class Agreed extends ApplicationProtocolNegotiationHandler {
    private final long connection;

    Agreed(long connection) {
      super(ApplicationProtocolNames.HTTP_1_1);
      this.connection = connection;
    }

    @Override
    protected void configurePipeline(ChannelHandlerContext context, String protocol) {
      if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
        http2(context.pipeline(), connection);
      } else {
        http1(context.pipeline(), connection);
      }
    }

    // a client that speaks no TLS, or leaves in the middle of the handshake, is no fault of ours
    @Override
    protected void handshakeFailure(ChannelHandlerContext context, Throwable cause) {
      var unused = context.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var unused = context.close();
    }
  }

  private static SslContext context(boolean http2) {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(TestCertificate.keys()).sslProvider(SslProvider.JDK);
      return http2 ? builder.applicationProtocolConfig(alpn()).build() : builder.build();
    } catch (SSLException e) {
      throw new IllegalStateException("cannot use TLS: " + e.getMessage(), e);
    }
  }

  private static ApplicationProtocolConfig alpn() {
    return new ApplicationProtocolConfig(
        Protocol.ALPN,
        SelectorFailureBehavior.NO_ADVERTISE,
        SelectedListenerFailureBehavior.ACCEPT,
        ApplicationProtocolNames.HTTP_2,
        ApplicationProtocolNames.HTTP_1_1);
  }
}
