package org.gatlingllm.gatling;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AttributeKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whose the streams of an HTTP/2 connection are, and how they end. Gatling's client tells a request
 * neither its stream nor that the server reset it or that the connection broke: the request would
 * hang until its timeout.
 *
 * <p>Confined to the event loop of its connection.
 */
final class Http2Streams extends Http2ConnectionAdapter {
  /** Where Gatling's pool of connections keeps the state of this one. */
  private static final AttributeKey<Http2Connection> GATLING =
      AttributeKey.valueOf("http2Connection");

  private static final AttributeKey<Http2Streams> OURS = AttributeKey.valueOf("llm-http2-streams");

  private final Channel channel;
  private final Http2Connection connection;
  private final Map<Integer, Owner> owners = new HashMap<>();
  private @Nullable Owner next;

  /** Who asked for a stream. */
  interface Owner {
    /** The stream has this id. */
    void streamOpened(int id);

    /** The stream is over, properly or not, and will not be tried again. */
    void streamClosed(Exception why);
  }

  private Http2Streams(Channel channel, Http2Connection connection) {
    this.channel = channel;
    this.connection = connection;
  }

  /** The client is about to open a stream for this owner: the next one is its. */
  static void opening(Channel channel, Owner owner) {
    Http2Connection connection = channel.attr(GATLING).get();
    if (connection == null) {
      return; // not the client that we know: its timeouts are what is left
    }
    Http2Streams streams = channel.attr(OURS).get();
    if (streams == null) {
      streams = new Http2Streams(channel, connection);
      channel.attr(OURS).set(streams);
      connection.addListener(streams);
    }
    streams.next = owner;
  }

  @Override
  public void onStreamAdded(Http2Stream stream) {
    if (next != null && connection.local().isValidStreamId(stream.id())) {
      owners.put(stream.id(), next);
      next.streamOpened(stream.id());
      next = null;
    }
  }

  /** A stream that the server never took up is sent again by the client, or told by it. */
  @Override
  public void onStreamClosed(Http2Stream stream) {
    Owner owner = owners.remove(stream.id());
    boolean refused =
        connection.goAwayReceived() && stream.id() > connection.local().lastStreamKnownByPeer();
    if (owner != null && !refused) {
      owner.streamClosed(
          channel.isActive()
              ? new RequestFailures.StreamReset()
              : new RequestFailures.ConnectionClosed());
    }
  }
}
