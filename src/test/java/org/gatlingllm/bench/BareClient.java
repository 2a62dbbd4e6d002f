package org.gatlingllm.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least that a client can do: Netty, its HTTP decoder, one event loop. What it costs and how
 * late it is, no client on this machine can better by much.
 *
 * <pre>{@code
 * count PORT USERS TOKENS WARM_UP_S SPAN_S SPANS    counts bytes, as fast as it can
 * stamp PORT TOKENS WARM_UP_S LEVEL_S FILE USERS…   stamps each socket read that holds a token
 * }</pre>
 */
final class BareClient {
  private static final Duration SETTLE = Duration.ofMillis(300);

  private final EventLoopGroup loop;
  private final Class<? extends Channel> channelType;
  private final int port;
  private final int tokens;

  private BareClient(int port, int tokens) {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    this.loop = new MultiThreadIoEventLoopGroup(1, io);
    this.channelType = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    this.port = port;
    this.tokens = tokens;
  }

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("count")) {
      count(args);
    } else {
      stamp(args);
    }
    System.exit(0);
  }

  private static void count(String[] args) throws InterruptedException {
    BareClient client = new BareClient(number(args[1]), number(args[3]));
    AtomicLong answers = new AtomicLong();
    Duration warmUp = Duration.ofSeconds(number(args[4]));
    Duration span = Duration.ofSeconds(number(args[5]));
    int spans = number(args[6]);
    long until = System.nanoTime() + warmUp.plus(span.multipliedBy(spans + 1L)).toNanos();
    int users = number(args[2]);
    CountDownLatch done = new CountDownLatch(users);
    for (int i = 0; i < users; i++) {
      client.connect(
          new BareConnection(client.tokens, until, false, s -> answers.incrementAndGet(), done));
    }
    Meter.run(warmUp, span, spans, () -> answers.get() * client.tokens);
  }

  private static void stamp(String[] args) throws Exception {
    BareClient client = new BareClient(number(args[1]), number(args[2]));
    try (PrintWriter out =
        new PrintWriter(Files.newBufferedWriter(Path.of(args[5]), StandardCharsets.UTF_8))) {
      client.level(64, Duration.ofSeconds(number(args[3])));
      for (int i = 6; i < args.length; i++) {
        int users = number(args[i]);
        for (BareConnection.Stream s : client.level(users, Duration.ofSeconds(number(args[4])))) {
          out.println(s.line(users));
        }
      }
    }
  }

  /** Holds so many streams for so long, and waits for the last one's end. */
  private List<BareConnection.Stream> level(int users, Duration lasting)
      throws InterruptedException {
    List<BareConnection.Stream> streams = new ArrayList<>(); // of the one event loop
    CountDownLatch done = new CountDownLatch(users);
    long until = System.nanoTime() + lasting.toNanos();
    for (int i = 0; i < users; i++) {
      connect(new BareConnection(tokens, until, true, streams::add, done));
    }
    done.await();
    Thread.sleep(SETTLE.toMillis());
    return streams;
  }

  private void connect(BareConnection connection) throws InterruptedException {
    new Bootstrap()
        .group(loop)
        .channel(channelType)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                channel
                    .pipeline()
                    .addLast(connection.stamp())
                    .addLast(new HttpClientCodec())
                    .addLast(connection);
              }
            })
        .connect("127.0.0.1", port)
        .sync();
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }
}
