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
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.gatlingllm.gatling.RequestFailures.ConnectionClosed;
import org.gatlingllm.gatling.RequestFailures.Failure;
import org.gatlingllm.gatling.RequestFailures.HeadersTooLong;
import org.gatlingllm.metric.Outcome;
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
  private static final Duration RESEND_LIMIT = Duration.ofSeconds(1);

  private final StreamingAction action;
  private final Session session;
  private final HttpRequest request;
  private final LevelRun level;
  private final long scheduledNanos;
  private final long ordinal;
  private final StreamReader reader;
  private final ExchangeConnection connection;
  private final ExchangeTimer timer;

  private Request finalRequest;
  private long sentNanos;
  private long headersNanos = TokenTimings.ABSENT;
  private long endMarkNanos = TokenTimings.ABSENT;
  private int sends;
  private boolean done;
  private long writtenNanos;
  private @Nullable HttpResponseStatus status;
  private @Nullable HttpHeaders headers;

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
    this.ordinal = level.log().ordinals().getAndIncrement();
    this.reader = new StreamReader(action.spec().dialect(), action.spec().keepText());
    this.connection = new ExchangeConnection(action.run().clock()::nanos);
    this.finalRequest = request.clientRequest();
    this.timer =
        new ExchangeTimer(
            session.eventLoop(), action.limits().idle(), connection::silenceNanos, this::abort);
  }

  /** Signs and sends the request; what is thrown at once is an end like any other. */
  void send() {
    action.run().begins(this);
    sentNanos = action.run().clock().nanos(); // where the signature fails
    try {
      Request signed = Signature.sign(request.clientRequest());
      sentNanos = action.run().clock().nanos();
      execute(signed);
    } catch (Throwable e) {
      if (done) {
        throw e; // of what came after the request
      }
      onThrowable(e);
    }
  }

  private void execute(Request signed) {
    action
        .http()
        .httpEngine()
        .executeRequest(
            signed,
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
    connection.http2(isHttp2);
  }

  @Override
  public void onWrite(Channel channel) {
    writtenNanos = action.run().clock().nanos();
    connection.written(channel, this, () -> abort(new HeadersTooLong()));
  }

  @Override
  public void streamOpened(int id) {
    connection.streamOpened(id);
  }

  @Override
  public void streamClosed(Exception why) {
    if (!done) {
      onThrowable(why);
    }
  }

  @Override
  public void onHttpResponse(HttpResponseStatus responseStatus, HttpHeaders responseHeaders) {
    if (done) {
      return;
    }
    headersNanos = connection.readNanos();
    status = responseStatus;
    headers = responseHeaders;
    connection.headersOver();
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
    long nanos = connection.heard();
    if (chunk.isReadable()) {
      connection.read(chunk, reader, nanos);
      timer.answerBegan();
    }
    if (last) {
      closeAfterInterim();
      reader.endOfBody();
      end(null, nanos);
    } else if (reader.ended() && endMarkNanos == TokenTimings.ABSENT) {
      endMarkNanos = nanos;
      timer.answerEnded();
    }
  }

  /**
   * Gatling's client takes an interim answer (103 Early Hints) for the answer and puts the
   * connection back: what follows would be read as the answer to the next prompt.
   */
  private void closeAfterInterim() {
    if (status != null && status.codeClass() == HttpStatusClass.INFORMATIONAL) {
      connection.close();
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
              action.run().redaction(finalRequest)));
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

  /** Ends the request from our side. */
  private void abort(Exception why) {
    if (done) {
      return;
    }
    if (!connection.abort(why)) {
      onThrowable(why);
    }
    connection.resetStream();
  }

  private void fail(Failure failure) {
    end(failure, action.run().clock().nanos());
  }

  private void end(@Nullable Failure failure, long closedNanos) {
    if (done) {
      return;
    }
    done = true;
    timer.cancel();
    connection.headersOver();
    new Ended(
            action,
            session,
            request,
            level,
            new Ended.Seen(
                ordinal,
                new TokenTimings.Request(scheduledNanos, sentNanos, headersNanos, closedNanos),
                connection.used(sends),
                reader,
                failure,
                finalRequest,
                status,
                headers,
                connection.http2()))
        .conclude(this);
  }
}
