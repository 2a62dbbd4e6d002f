package org.gatlingllm.log;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;

/**
 * Writes {@code streams.jsonl} while a run goes on; {@link StreamLogFields} is the schema, and
 * {@link StreamLogReader} may read along.
 *
 * <p><b>Guarantees.</b>
 *
 * <ol>
 *   <li>No method but {@link #open}, {@link #settle} and {@link #close} blocks, formats, does I/O
 *       or throws: an event loop that hands a record over pays for one queue node.
 *   <li>What was handed over is in the file within a second, so a process that is killed loses no
 *       more than its last second. The file may end inside a line then.
 *   <li>Memory is bounded. A disk that does not keep up, or fails, costs streams, and never one in
 *       silence: {@link #append} says no, {@link #overruns} counts, and the file tells the count.
 *   <li>Lines of one thread keep their order; a level's line comes before its streams when {@link
 *       #levelStarted} returned before they were appended.
 * </ol>
 *
 * <p><b>Threads.</b> Any number hand over; one daemon thread serialises and writes. It looks into
 * the queue by itself several times a second: nobody has to wake it, which would cost an event loop
 * a system call. Who may end the process ({@code Runtime#addShutdownHook}) calls {@link #close}.
 */
public final class StreamLogWriter implements AutoCloseable {
  /** Its name in a run folder. */
  public static final String FILE_NAME = "streams.jsonl";

  private static final long PERIOD_NANOS = Duration.ofMillis(200).toNanos();
  private static final Duration SETTLE_LIMIT = Duration.ofSeconds(10);
  private static final long STRAGGLER_NANOS = Duration.ofMillis(1).toNanos();
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);
  private static final long MOST_WAITING_BYTES = 64L << 20;

  /** What a record weighs while it waits, beside its arrivals and texts: an upper estimate. */
  private static final long RECORD_BYTES = 512;

  private final ConcurrentLinkedQueue<Line> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicLong waitingLines = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final long mostWaitingBytes;

  private final StreamLogFile file;

  /** Rounds of the writing thread, which alone counts them. */
  private final AtomicLong passes = new AtomicLong();

  private final Thread thread = new Thread(this::writeUntilClosed, FILE_NAME);
  private long overrunsTold; // of the writing thread

  /** One line on its way, with what it weighs. */
  private record Line(StreamLogFile.Content content, long bytes, boolean stream) {}

  private StreamLogWriter(StreamLogFile file, long mostWaitingBytes) {
    this.file = file;
    this.mostWaitingBytes = mostWaitingBytes;
    thread.setDaemon(true);
  }

  /**
   * Creates the file, its folder too where it is missing, and writes the header.
   *
   * @throws UncheckedIOException when the file exists already or cannot be written
   */
  public static StreamLogWriter open(Path file, RunHeader header) {
    try {
      Files.createDirectories(file.toAbsolutePath().normalize().getParent());
      OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
      return over(out, file, header, MOST_WAITING_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(
          ("cannot create \"%s\": expected a writable folder without that file, found %s; remove"
                  + " the file or name another folder")
              .formatted(file, e),
          e);
    }
  }

  /** Formats all that it gets and keeps nothing: warms what a log needs before there is one. */
  public static StreamLogWriter toNowhere(RunHeader header) {
    try {
      return over(OutputStream.nullOutputStream(), Path.of("nowhere"), header, MOST_WAITING_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param mostWaitingBytes more than this is not kept for a disk that does not keep up
   */
  static StreamLogWriter over(OutputStream out, Path file, RunHeader header, long mostWaitingBytes)
      throws IOException {
    StreamLogFile log = new StreamLogFile(file, out, header.baseNanos());
    log.begin(header);
    StreamLogWriter writer = new StreamLogWriter(log, mostWaitingBytes);
    writer.thread.start();
    return writer;
  }

  /** Tells that a level starts, or, told again, that its rate is known now. */
  public void levelStarted(Level level) {
    handOver(new Line(format -> format.level(level), RECORD_BYTES, false));
  }

  /**
   * Hands a request over that has ended.
   *
   * @return whether it will be written: false when the disk does not keep up or the log is closed.
   *     {@link #overruns} counts that, so a caller need not look
   */
  public boolean append(RequestRecord record) {
    return handOver(new Line(format -> format.stream(record), weight(record), true));
  }

  /** Tells how the load generator was during a level. */
  public void clientObserved(String level, ClientHealth health) {
    handOver(new Line(format -> format.client(level, health), RECORD_BYTES, false));
  }

  /** Tells what the engine under test said of itself. */
  public void engineRead(EngineReading reading) {
    handOver(new Line(format -> format.engine(reading), RECORD_BYTES, false));
  }

  /** Streams that will not be in the file; after a failure of the disk an upper bound. */
  public long overruns() {
    return refused.get() + file.lost();
  }

  /** Lines handed over and not yet written: how far the disk is behind. */
  public long waiting() {
    return waitingLines.get();
  }

  private static long weight(RequestRecord record) {
    String sample = record.ending().sample();
    return RECORD_BYTES
        + (long) record.timings().arrivals() * (Long.BYTES + Integer.BYTES)
        + (sample == null ? 0 : (long) sample.length() * Character.BYTES);
  }

  /**
   * Reserves, then looks whether the log is closed, then queues. In that order: the writing thread
   * ends when the log is closed and nothing is reserved, so whoever saw it open is waited for.
   */
  private boolean handOver(Line line) {
    waitingLines.incrementAndGet();
    long weight = waitingBytes.addAndGet(line.bytes);
    if (closed.get() || (line.stream && weight > mostWaitingBytes)) {
      done(line);
      refused.addAndGet(line.stream ? 1 : 0);
      return false;
    }
    waiting.add(line);
    return true;
  }

  private void done(Line line) {
    waitingBytes.addAndGet(-line.bytes);
    waitingLines.decrementAndGet();
  }

  private void writeUntilClosed() {
    boolean last;
    do {
      last = closed.get() && waitingLines.get() == 0;
      writeWaiting();
      LockSupport.parkNanos(this, closed.get() ? STRAGGLER_NANOS : PERIOD_NANOS);
    } while (!last);
    file.end(overruns());
  }

  /**
   * Waits until all that was handed over before is in the file, so that a reader of the running log
   * finds it; ten seconds at the most. Blocks: nothing for an event loop.
   *
   * @throws UncheckedIOException when anything could not be written since {@link #open}: what the
   *     reader finds is not all
   */
  public void settle() {
    long wholePass = passes.get() + 2; // the one that goes on may have looked already
    long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
    while (passes.get() < wholePass && thread.isAlive() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(this, STRAGGLER_NANOS);
    }
    file.throwFailure(overruns());
  }

  /** Writes what waits now and flushes: what comes meanwhile must not put the flush off. */
  private void writeWaiting() {
    for (long left = waitingLines.get(); left > 0; left--) {
      Line line = waiting.poll();
      if (line == null) {
        break; // reserved by a thread that has not queued it yet
      }
      write(line);
    }
    tellOverruns();
    file.flush();
    passes.incrementAndGet();
  }

  private void write(Line line) {
    if (line.stream) {
      file.stream(line.content);
    } else {
      file.line(line.content);
    }
    done(line);
  }

  private void tellOverruns() {
    long now = overruns();
    if (now != overrunsTold && file.line(format -> format.overruns(now))) {
      overrunsTold = now;
    }
  }

  /**
   * Writes all that was handed over, ends the file and closes it. What comes later is counted as
   * lost. A second call does nothing.
   *
   * @throws UncheckedIOException once, when anything could not be written since {@link #open}, or
   *     the disk does not take the rest within 30 s
   */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    LockSupport.unpark(thread);
    awaitEnd();
    if (thread.isAlive()) {
      file.failed(new IOException("a disk that did not take the rest within " + CLOSE_LIMIT));
    } else {
      file.close();
    }
    file.throwFailure(overruns());
  }

  /** An interrupt does not cut the log short: it is kept for the caller. */
  private void awaitEnd() {
    boolean interrupted = false;
    boolean waited = false;
    while (!waited) {
      try {
        thread.join(CLOSE_LIMIT.toMillis());
        waited = true;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
