package org.gatlingllm.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An LLM server whose timing is known. It listens on 127.0.0.1, answers {@code POST
 * /v1/chat/completions}, {@code /v1/completions}, {@code /v1/responses}, {@code /v1/messages} and
 * {@code /api/chat} and {@code /api/generate}, streamed or whole, and {@code GET /v1/models},
 * {@code /health} and {@code /metrics} (how many requests run and wait), over HTTP/1.1 with
 * keep-alive, with TLS also over HTTP/2; and it keeps the truth of what it did. Each server has
 * threads of its own. Safe for use by any thread.
 */
public final class SimulatedLlmServer implements AutoCloseable {

  private static final int BACKLOG = 4_096;
  private static final String HOST = "127.0.0.1";

  /** Spun for at most so long before a deadline, since a sleep ends that much late. */
  private static final long SPIN_NANOS = 50_000;

  /** A server shares its machine with the client that is measured against it. */
  private static final int IO_THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 4);

  private final TruthLog truth;
  private final EngineThread engine;
  private final Intake intake;
  private final EventLoopGroup eventLoops;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final boolean tls;
  private final Channel listening;

  SimulatedLlmServer(ServerOptions options) {
    this.truth = new TruthLog(options.keepTruth, truthFile(options));
    this.engine = new EngineThread(Engine.of(options.serviceModel, options.seed), SPIN_NANOS);
    this.intake = new Intake(options, engine, truth);
    this.eventLoops =
        new MultiThreadIoEventLoopGroup(
            IO_THREADS, new DefaultThreadFactory("llm-server-io", true), NioIoHandler.newFactory());
    this.tls = options.tls != ServerOptions.Tls.NONE;
    this.listening = listen(options);
  }

  /**
   * Starts a server; it is ready when this returns.
   *
   * @throws UncheckedIOException when it cannot listen on the port or write the truth file
   */
  public static SimulatedLlmServer start(ServerOptions options) {
    WarmUp.once();
    return new SimulatedLlmServer(options);
  }

  /** The port it listens on. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** {@code http://127.0.0.1:} and the port; with TLS {@code https}. */
  public String baseUrl() {
    return (tls ? "https://" : "http://") + HOST + ':' + port();
  }

  /** Number of generation requests read so far, refused ones too. */
  public long requests() {
    return intake.requests();
  }

  /**
   * What was done so far, by ordinal: requests that ended, if the options keep them, and those
   * under way. A copy: about 250 bytes a request and 8 a token.
   */
  public List<RequestTruth> truth() {
    return truth.snapshot();
  }

  /** Plays another script from now on, counting its requests from 1. */
  public void play(FaultScript script) {
    intake.play(script);
  }

  /** Makes the whole engine stand still from now on for so long. */
  public void stall(Duration duration) {
    engine.stall(System.nanoTime(), duration.toNanos());
  }

  /** Closes all connections and the truth file, and ends all threads. */
  @Override
  public void close() {
    intake.stop();
    listening.close().syncUninterruptibly();
    engine.close();
    connections.close().awaitUninterruptibly();
    eventLoops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    truth.close();
  }

  private Channel listen(ServerOptions options) {
    int port = options.port;
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(eventLoops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Transport(intake, options.tls, connections));
    var bound = bootstrap.bind(HOST, port).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close(bound.channel());
      throw new UncheckedIOException(
          "cannot listen on " + HOST + ':' + port + ": " + bound.cause().getMessage(),
          new IOException(bound.cause()));
    }
    return bound.channel();
  }

  private void close(Channel channel) {
    channel.close().awaitUninterruptibly();
    engine.close();
    eventLoops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    truth.close();
  }

  private static @Nullable TruthFile truthFile(ServerOptions options) {
    if (options.truthFile.isEmpty()) {
      return null;
    }
    Path path = options.truthFile.get();
    try {
      return new TruthFile(path, options.serviceModel.name());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the truth file " + path + ": " + e, e);
    }
  }
}
