package org.gatlingllm.stream;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.jspecify.annotations.Nullable;

/**
 * Reads one answer: {@link #headers}, then {@link #read} for each piece of the body, then {@link
 * #endOfBody} or {@link #brokenOff}. {@link #result} may be asked for at any time.
 *
 * <p>For one request and one thread at a time. Never throws on data.
 */
public final class StreamReader {
  /** So many bytes of a body without a token are no answer any more: an endless comment, a bomb. */
  static final long MAX_SILENT_BYTES = 64L << 20;

  private static final int MAX_REFUSAL = 1 << 14;
  private static final int SCRATCH = 1 << 13;

  private final Dialect dialect;
  private final EventReader events;
  private final ByteQueue refusal = new ByteQueue();
  private byte[] scratch = {};

  private int status;
  private int retryAfterSeconds = -1;
  private @Nullable String contentType;
  private boolean streaming;
  private @Nullable ContentDecoder encoding = new ContentDecoder.Identity();
  private long bytesAtToken;
  private long bytes;
  private long lastReadNanos;
  private boolean properEnd;
  private boolean closed;

  /**
   * Starts reading.
   *
   * @param keepText whether content and reasoning are kept: only checks want them
   */
  public StreamReader(Dialect dialect, boolean keepText) {
    this.dialect = dialect;
    this.events = new EventReader(dialect, keepText);
  }

  /**
   * The response headers.
   *
   * @param contentEncoding of the bytes that {@link #read} will get; null when they are plain
   * @param retryAfter as the server sent it; only seconds are understood
   */
  public void headers(
      int status,
      @Nullable String contentType,
      @Nullable String contentEncoding,
      @Nullable String retryAfter) {
    this.status = status;
    this.contentType = mediaType(contentType);
    this.retryAfterSeconds = seconds(retryAfter);
    this.encoding = ContentDecoder.of(contentEncoding);
    boolean rightType = this.contentType == null || dialect.isMediaType(this.contentType);
    this.streaming = isSuccess() && encoding != null && rightType;
  }

  /**
   * A piece of the body.
   *
   * @param chunk read up to its limit
   * @param readNanos when the socket was read: all token events that this chunk completes came
   *     then, and chunks with equal times are one arrival
   */
  public void read(ByteBuffer chunk, long readNanos) {
    if (chunk.hasArray()) {
      int from = chunk.arrayOffset() + chunk.position();
      read(chunk.array(), from, from + chunk.remaining(), readNanos);
      chunk.position(chunk.limit());
      return;
    }
    while (chunk.hasRemaining()) {
      int length = Math.min(chunk.remaining(), SCRATCH);
      if (scratch.length < length) {
        scratch = new byte[Math.max(length, Math.min(SCRATCH, scratch.length * 2))];
      }
      chunk.get(scratch, 0, length);
      read(scratch, 0, length, readNanos);
    }
  }

  /**
   * A piece of the body.
   *
   * @param chunk holds it from {@code from} to before {@code to}; not kept
   * @param readNanos when the socket was read
   */
  public void read(byte[] chunk, int from, int to, long readNanos) {
    lastReadNanos = readNanos;
    read(chunk, from, to);
  }

  private void read(byte[] chunk, int from, int to) {
    if (closed || events.gaveUp()) {
      return;
    }
    if (encoding == null) {
      decoded(chunk, from, to);
    } else if (!encoding.decode(chunk, from, to, this::decoded)) {
      events.giveUp(Failure.badEncoding());
    }
  }

  private boolean decoded(byte[] chunk, int from, int to) {
    if (!streaming) {
      int kept = Math.min(to - from, MAX_REFUSAL - refusal.length());
      refusal.append(chunk, from, from + kept);
      return refusal.length() < MAX_REFUSAL;
    }
    bytes += to - from;
    int before = events.tokenEvents();
    events.read(chunk, from, to, lastReadNanos);
    if (events.tokenEvents() > before) {
      bytesAtToken = bytes;
    } else if (bytes - bytesAtToken > MAX_SILENT_BYTES) {
      events.giveUp(Failure.silent(MAX_SILENT_BYTES));
    }
    return !events.gaveUp();
  }

  /**
   * Whether nothing of use follows: the last event of the dialect came ({@code [DONE]} where there
   * is one, so that usage is not missed), or reading was given up. The caller may then stop.
   */
  public boolean ended() {
    return events.ended();
  }

  /** The proper end of the body. */
  public void endOfBody() {
    close(true);
  }

  /** The body will not go on: the connection broke, or the caller stopped. */
  public void brokenOff() {
    close(false);
  }

  private void close(boolean proper) {
    if (!closed) {
      closed = true;
      properEnd = proper;
      if (streaming) {
        events.end();
      }
      if (encoding != null) {
        encoding.close();
      }
    }
  }

  /** What was read up to now. */
  public StreamResult result() {
    return events.result(ending());
  }

  private Ending ending() {
    String reason = events.finishReason();
    Failure failure = failure();
    return failure == null
        ? Ending.ok(status, reason)
        : new Ending(
            failure.outcome(),
            status,
            failure.message(),
            failure.sample(),
            reason,
            retryAfterSeconds);
  }

  private @Nullable Failure failure() {
    if (status != 0 && !isSuccess()) {
      return Failure.httpStatus(status, refusalSample());
    }
    if (encoding == null) {
      return Failure.unknownEncoding(null);
    }
    if (!streaming && contentType != null) {
      return Failure.wrongType(dialect.mediaType(), contentType, refusalSample());
    }
    if (events.failure() != null) {
      return events.failure();
    }
    if (properEnd && contentType == null && events.count() == 0) {
      return Failure.noEvents(dialect.mediaType(), null);
    }
    return events.hasEndMark(properEnd) ? null : Failure.truncated(properEnd);
  }

  private @Nullable String refusalSample() {
    byte[] body = refusal.bytes();
    return ServerError.read(body, 0, refusal.length()).sample(body, 0, refusal.length());
  }

  private boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /** Whether the outcome is already decided, whatever may follow. */
  public boolean failed() {
    Failure failure = failure();
    return failure != null && failure.outcome() != Outcome.TRUNCATED;
  }

  private static @Nullable String mediaType(@Nullable String contentType) {
    if (contentType == null) {
      return null;
    }
    int end = contentType.indexOf(';');
    String type = end < 0 ? contentType : contentType.substring(0, end);
    String bare = type.strip().toLowerCase(Locale.ROOT);
    return bare.isEmpty() ? null : bare.length() > 80 ? bare.substring(0, 80) : bare;
  }

  private static int seconds(@Nullable String retryAfter) {
    if (retryAfter == null) {
      return -1; // nearly always: no pattern is compiled for it
    }
    String text = retryAfter.strip();
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }
}
