package org.gatlingllm.log;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.gatlingllm.metric.RunHeader;
import org.jspecify.annotations.Nullable;

/**
 * The far end of a {@link StreamLogWriter}: lines are formatted, buffered and written here, and
 * failures are remembered instead of thrown.
 *
 * <p>Confined to the writing thread; {@link #begin} comes before that thread starts, {@link #close}
 * after it ended, and {@link #lost} and {@link #failed} are for any thread.
 */
final class StreamLogFile {
  private final Path file;
  private final OutputStream out;
  private final StreamLogFormat format;
  private final AtomicLong lost = new AtomicLong();

  private long streams;
  private long unflushedStreams;
  private boolean broken;
  private volatile @Nullable Exception failure;

  /** What makes a line. */
  interface Content {
    void writeTo(StreamLogFormat format) throws IOException;
  }

  /**
   * @param file what to call the file in messages
   */
  StreamLogFile(Path file, OutputStream out, long baseNanos) {
    this.file = file;
    this.out = new BufferedOutputStream(out, 1 << 16);
    this.format = new StreamLogFormat(baseNanos);
  }

  void begin(RunHeader header) throws IOException {
    format.header(header);
    format.line().writeTo(out);
    out.flush();
  }

  void stream(Content content) {
    if (line(content)) {
      streams++;
      unflushedStreams++;
    } else {
      lost.incrementAndGet();
    }
  }

  /** Writes a line that is no stream; false when that failed. */
  boolean line(Content content) {
    if (broken || !formatted(content)) {
      return false;
    }
    try {
      format.line().writeTo(out);
    } catch (IOException e) {
      brokenBy(e);
    }
    return !broken;
  }

  /** Writes the last line. */
  void end(long overruns) {
    line(format -> format.end(streams, overruns));
    flush();
  }

  void flush() {
    if (broken) {
      return;
    }
    try {
      out.flush();
      unflushedStreams = 0;
    } catch (IOException e) {
      brokenBy(e);
    }
  }

  /** Streams that were taken and are not in the file: 0 unless something failed. */
  long lost() {
    return lost.get();
  }

  /** Remembers the first failure. */
  void failed(Exception e) {
    if (failure == null) {
      failure = e;
    }
  }

  void close() {
    try {
      out.close();
    } catch (IOException e) {
      failed(e);
    }
  }

  /**
   * Throws what was remembered, if anything.
   *
   * @param overruns how many streams the file lacks
   */
  void throwFailure(long overruns) {
    Exception cause = failure;
    if (cause != null) {
      throw new UncheckedIOException(
          ("cannot write \"%s\": expected room on a working disk, found %s, so up to %d streams are"
                  + " missing; make room or name another folder and run again")
              .formatted(file, cause, overruns),
          cause instanceof IOException io ? io : new IOException(cause));
    }
  }

  /** A record that cannot be formatted is lost; the next one need not be. */
  private boolean formatted(Content content) {
    try {
      content.writeTo(format);
      return true;
    } catch (IOException | RuntimeException e) {
      failed(e);
      return false;
    }
  }

  /**
   * Nothing more is written after a failure: a second try could repeat half a line. How much of the
   * buffer the disk took is not known, so all of it counts as lost.
   */
  private void brokenBy(IOException e) {
    broken = true;
    lost.addAndGet(unflushedStreams);
    failed(e);
  }
}
