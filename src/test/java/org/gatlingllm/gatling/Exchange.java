package org.gatlingllm.gatling;

import io.gatling.core.session.Session;
import io.gatling.http.cache.SslContextSupport;
import io.gatling.http.client.HttpListener;
import io.gatling.http.client.Request;
import io.gatling.http.request.HttpRequest;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.gatlingllm.gatling.RequestFailures.ConnectionClosed;
import org.gatlingllm.gatling.RequestFailures.Failure;
import org.gatlingllm.gatling.RequestFailures.HeadersTooLong;
import org.gatlingllm.gatling.RequestFailures.IdleTimeout;
import org.gatlingllm.gatling.RequestFailures.LeftOpen;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.TokenTimings;
import org.gatlingllm.stream.StreamReader;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: what Gatling's HTTP client tells of it becomes marks on the clock and,
 * once, an {@link Ended}.
 *
 * <p>All of it runs on the session's event loop, in this order: {@code onSend} (a connection is
 * looked for), {@code onWrite} (the prompt goes out), the response, and the end: {@code last},
 * {@code onThrowable}, a limit of ours, or the cancellation by the end of the run. After the end
 * nothing counts any more: the client may still call.
 */
final class Exchange implements HttpListener, Http2Streams.Owner {
  private static final long MOST_HEADER_BYTES = 1 << 20;
  private static final Duration RESEND_LIMIT = Duration.ofSeconds(1);
  private static final Duration LEFT_OPEN_LIMIT = Duration.ofMillis(500);

  private final StreamingAction action;
  private final Session session;
  private final HttpRequest request;
  private final LevelRun level;
  private final long scheduledNanos;
  private final long ordinal;
  private final StreamReader reader;

  private Request finalRequest;
  private long sentNanos;
  private long headersNanos = TokenTimings.ABSENT;
  private long endMarkNanos = TokenTimings.ABSENT;
  private int sends;
  private int writes;
  private boolean reused;
  private boolean http2;
  private boolean done;
  private long writtenNanos;
  private long bytesBefore;
  private long heardNanos;
  private int streamId;
  private @Nullable Channel channel;
  private @Nullable ReadStamp stamp;
  private @Nullable HttpResponseStatus status;
  private @Nullable HttpHeaders headers;
  private @Nullable ScheduledFuture<?> limit;

  Exchange(
      StreamingAction action,
      Session session,
      HttpRequest request,
      LevelRun level,
      long scheduledNanos) {
    this.action = action;
    this.session = session;
    this.request = request;
    this.level = level;
    this.scheduledNanos = scheduledNanos;
    this.ordinal = level.plan().ofClient() ? 0 : action.run().nextOrdinal();
    this.reader = new StreamReader(action.spec().dialect(), action.spec().keepText());
    this.finalRequest = request.clientRequest();
  }

  /** Sends the request; what the client throws at once is an end like any other. */
  void send() {
    action.run().begins(this);
    sentNanos = action.run().clock().nanos();
    try {
      execute();
    } catch (RuntimeException e) {
      if (done) {
        throw e; // of what came after the request
      }
      onThrowable(e);
    }
  }

  private void execute() {
    action
        .http()
        .httpEngine()
        .executeRequest(
            request.clientRequest(),
            session.userId(),
            request.requestConfig().httpProtocol().enginePart().shareConnections(),
            session.eventLoop(),
            this,
            SslContextSupport.sslContexts(session));
  }

  @Override
  public void onFinalClientRequest(Request clientRequest) {
    finalRequest = clientRequest;
  }

  /**
   * The client calls this a second time when a kept-alive connection ended before the response and
   * it is about to send the prompt again. At once after writing, that is the race that HTTP/1.1 has
   * by design: the server closed an idle connection and never read the prompt (llama.cpp does so
   * after a streamed answer). It is let through, once, and recorded. Later the server may be at
   * work on the prompt, and a second one would be load that nobody asked for. (Gatling 3.15.1 even
   * tries it when the connection ends in the middle of the answer: it forgets that it had headers
   * before it asks whether it had.) The exception is the way to stop the client: it has nothing
   * left to do for this request by then.
   */
  @Override
  public void onSend() {
    if (sends > 0 && !lostRace()) {
      if (status == null) {
        fail(RequestFailures.notSentAgain());
      } else {
        onThrowable(new ConnectionClosed());
      }
      throw new IllegalStateException("a prompt is not sent again");
    }
    sends++;
  }

  private boolean lostRace() {
    long sinceWritten = action.run().clock().nanos() - writtenNanos;
    return sends == 1 && status == null && sinceWritten < RESEND_LIMIT.toNanos();
  }

  @Override
  public void onProtocolAwareness(boolean isHttp2) {
    http2 = isHttp2;
  }

  @Override
  public void onWrite(Channel written) {
    writes++;
    writtenNanos = action.run().clock().nanos();
    channel = written;
    ReadStamp known = ReadStamp.of(written);
    reused = known != null;
    stamp = known == null ? ReadStamp.install(written, action.run().clock()::nanos) : known;
    bytesBefore = stamp.bytes();
    if (http2) {
      Http2Streams.opening(written, this);
    } else {
      stamp.watch(this::headerBytes);
    }
  }

  @Override
  public void streamOpened(int id) {
    streamId = id;
  }

  @Override
  public void streamClosed(Exception why) {
    if (!done) {
      onThrowable(why);
    }
  }

  /** Called with each read until the headers are there: an endless header must not fill memory. */
  private boolean headerBytes(long bytes) {
    boolean tooLong = bytes - bytesBefore > MOST_HEADER_BYTES;
    if (tooLong && !done) {
      abort(new HeadersTooLong());
    }
    return tooLong;
  }

  @Override
  public void onHttpResponse(HttpResponseStatus responseStatus, HttpHeaders responseHeaders) {
    if (done) {
      return;
    }
    headersNanos = readNanos();
    status = responseStatus;
    headers = responseHeaders;
    if (stamp != null) {
      stamp.watch(null);
    }
    reader.headers(
        responseStatus.code(),
        responseHeaders.get(HttpHeaderNames.CONTENT_TYPE),
        ClientConnection.encodingLeft(responseHeaders),
        responseHeaders.get(HttpHeaderNames.RETRY_AFTER));
  }

  @Override
  public void onHttpResponseBodyChunk(ByteBuf chunk, boolean last) {
    if (done) {
      return;
    }
    long nanos = readNanos();
    heardNanos = nanos;
    if (chunk.isReadable()) {
      read(chunk, nanos);
      watchSilence();
    }
    if (last) {
      closeAfterInterim();
      reader.endOfBody();
      end(null, nanos);
    } else if (reader.ended() && endMarkNanos == TokenTimings.ABSENT) {
      endMarkNanos = nanos;
      cancelLimit();
      limit = schedule(LEFT_OPEN_LIMIT.toNanos(), () -> abort(new LeftOpen()));
    }
  }

  /** By way of the connection's own array: a view of the chunk would be two objects a token. */
  private void read(ByteBuf chunk, long nanos) {
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

  /**
   * Gatling's client takes an interim answer (103 Early Hints) for the answer and puts the
   * connection back: what follows would be read as the answer to the next prompt.
   */
  private void closeAfterInterim() {
    boolean interim = status != null && status.codeClass() == HttpStatusClass.INFORMATIONAL;
    if (interim && !http2 && channel != null) {
      var unused = channel.close();
    }
  }

  @Override
  public void onThrowable(Throwable thrown) {
    if (endMarkNanos != TokenTimings.ABSENT) {
      end(null, endMarkNanos); // what breaks after the end mark broke nothing
    } else {
      fail(
          RequestFailures.ofThrowable(
              thrown,
              status != null,
              Duration.ofMillis(finalRequest.getRequestTimeout()),
              Redaction.of(finalRequest)));
    }
  }

  /** Ends the request because the run ends; the callback comes when that is done or cannot be. */
  void cancel(Runnable whenDone) {
    try {
      session.eventLoop().execute(() -> cancelled(whenDone));
    } catch (RejectedExecutionException e) {
      whenDone.run(); // the event loop has ended, and all that was on it
    }
  }

  private void cancelled(Runnable whenDone) {
    try {
      fail(new Failure(Outcome.CANCELLED, "cancelled by the end of the run"));
    } finally {
      whenDone.run();
    }
  }

  /** Begins to watch for silence with the first byte of the answer, and once for all of it. */
  private void watchSilence() {
    if (limit == null) {
      watchSilence(action.limits().idle().toNanos());
    }
  }

  private void watchSilence(long delayNanos) {
    limit =
        schedule(
            delayNanos,
            () -> {
              long idle = action.limits().idle().toNanos();
              long left = lastHeardNanos() + idle - action.run().clock().nanos();
              if (left > 0) {
                watchSilence(left);
              } else {
                abort(new IdleTimeout(action.limits().idle()));
              }
            });
  }

  private ScheduledFuture<?> schedule(long delayNanos, Runnable task) {
    return (ScheduledFuture<?>)
        session.eventLoop().schedule(task, delayNanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Ends the request from our side. On HTTP/1.1 the client must hear of it in its own words:
   * closing the channel would make it post the prompt again.
   */
  private void abort(Exception why) {
    if (done) {
      return;
    }
    if (http2 || channel == null || !ClientConnection.abort(channel, why)) {
      onThrowable(why);
    }
    if (http2 && channel != null && streamId > 0) {
      ClientConnection.resetStream(channel, streamId);
    }
  }

  /** On HTTP/2 the connection may be busy with others while this stream is silent. */
  private long lastHeardNanos() {
    return http2 ? heardNanos : readNanos();
  }

  private long readNanos() {
    return stamp == null ? action.run().clock().nanos() : stamp.lastReadNanos();
  }

  private void fail(Failure failure) {
    end(failure, action.run().clock().nanos());
  }

  private void end(@Nullable Failure failure, long closedNanos) {
    if (done) {
      return;
    }
    done = true;
    cancelLimit();
    if (stamp != null) {
      stamp.watch(null);
    }
    new Ended(
            action,
            session,
            request,
            level,
            new Ended.Seen(
                ordinal,
                new TokenTimings.Request(scheduledNanos, sentNanos, headersNanos, closedNanos),
                new Connection(reused, Math.max(sends, writes)),
                reader,
                failure,
                finalRequest,
                status,
                headers,
                http2))
        .conclude(this);
  }

  private void cancelLimit() {
    if (limit != null) {
      limit.cancel(false);
    }
  }
}
