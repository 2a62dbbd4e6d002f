package org.gatlingllm.gatling;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.function.LongSupplier;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.stream.StreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The connection that carries an exchange, as that exchange sees it: on HTTP/1.1 its own until the
 * answer is over, on HTTP/2 one stream among others. There is none before the prompt is written.
 *
 * <p>Confined to the session's event loop.
 */
final class ExchangeConnection {
  private static final long MOST_HEADER_BYTES = 1 << 20;

  private final LongSupplier nanoClock;
  private boolean http2;
  private boolean reused;
  private int writes;
  private int streamId;
  private long bytesBefore;
  private long heardNanos;
  private @Nullable Channel channel;
  private @Nullable ReadStamp stamp;

  ExchangeConnection(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  void http2(boolean isHttp2) {
    http2 = isHttp2;
  }

  boolean http2() {
    return http2;
  }

  /**
   * The prompt goes out on this channel.
   *
   * @param tooLong is told, with HTTP/1.1, when the headers do not end: they must not fill memory
   */
  void written(Channel written, Http2Streams.Owner owner, Runnable tooLong) {
    writes++;
    channel = written;
    ReadStamp known = ReadStamp.of(written);
    reused = known != null;
    stamp = known == null ? ReadStamp.install(written, nanoClock) : known;
    bytesBefore = stamp.bytes();
    if (http2) {
      Http2Streams.opening(written, owner);
    } else {
      stamp.watch(bytes -> headersTooLong(bytes, tooLong));
    }
  }

  /** Called with each read until the headers are there. */
  private boolean headersTooLong(long bytes, Runnable tooLong) {
    boolean over = bytes - bytesBefore > MOST_HEADER_BYTES;
    if (over) {
      tooLong.run();
    }
    return over;
  }

  /** Ends the watch on the length of the headers. */
  void headersOver() {
    if (stamp != null) {
      stamp.watch(null);
    }
  }

  void streamOpened(int id) {
    streamId = id;
  }

  /** When the bytes that the client tells of now were read from the socket. */
  long readNanos() {
    return stamp == null ? nanoClock.getAsLong() : stamp.lastReadNanos();
  }

  /** A piece of the answer came, if only an empty one: as {@link #readNanos}. */
  long heard() {
    heardNanos = readNanos();
    return heardNanos;
  }

  /** By way of the connection's own array: a view of the chunk would be two objects a token. */
  void read(ByteBuf chunk, StreamReader reader, long nanos) {
    if (stamp == null) {
      reader.read(chunk.nioBuffer(), nanos);
      return;
    }
    byte[] piece = stamp.piece();
    int end = chunk.writerIndex();
    for (int at = chunk.readerIndex(); at < end; at += piece.length) {
      int length = Math.min(piece.length, end - at);
      chunk.getBytes(at, piece, 0, length);
      reader.read(piece, 0, length, nanos);
    }
  }

  /** On HTTP/2 the connection may be busy with others while this stream is silent. */
  long silenceNanos() {
    return nanoClock.getAsLong() - (http2 ? heardNanos : readNanos());
  }

  /**
   * Ends an exchange on HTTP/1.1 from our side. The client must hear of it in its own words:
   * closing the channel would make it post the prompt again.
   *
   * @return whether the client tells the exchange; else the caller must do so itself
   */
  boolean abort(Exception why) {
    return !http2 && channel != null && ClientConnection.abort(channel, why);
  }

  /** Ends an exchange on HTTP/2 from our side, and leaves the connection to the others. */
  void resetStream() {
    if (http2 && channel != null && streamId > 0) {
      ClientConnection.resetStream(channel, streamId);
    }
  }

  /** Sees to it that nothing else goes out on a connection of HTTP/1.1. */
  void close() {
    if (!http2 && channel != null) {
      var unused = channel.close();
    }
  }

  /**
   * What the request's record keeps of it.
   *
   * @param sends as the client told of them
   */
  Connection used(int sends) {
    return new Connection(reused, Math.max(sends, writes));
  }
}
