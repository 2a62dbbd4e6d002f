package org.gatlingllm.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a file as bytes, of which one is kept at a time, in a buffer that is used again. */
final class StreamLogLines implements AutoCloseable {
  /**
   * Longest line kept, some ten million arrivals; the rest of a longer one is passed over. The
   * bound keeps a file without line ends from filling the memory.
   */
  static final int MAX_LINE_BYTES = 64 << 20;

  private final InputStream in;
  private final byte[] block = new byte[1 << 16];
  private int at;
  private int filled;

  private byte[] line = new byte[1 << 12];
  private int length;
  private long number;
  private boolean ended;
  private boolean tooLong;

  StreamLogLines(InputStream in) {
    this.in = in;
  }

  /** Goes to the next line; false when there is none. */
  boolean next() throws IOException {
    length = 0;
    ended = false;
    tooLong = false;
    boolean found = false;
    while (!ended && filled()) {
      takeFromBlock();
      found = true;
    }
    number += found ? 1 : 0;
    return found;
  }

  /** Number of the line, from 1. */
  long number() {
    return number;
  }

  /** The line, without its end, from index 0 to {@link #length()}; valid until the next one. */
  byte[] bytes() {
    return line;
  }

  int length() {
    return length;
  }

  /** Whether a line end follows; false for a last line without one. */
  boolean ended() {
    return ended;
  }

  /** Whether the line is longer than what is kept of it. */
  boolean tooLong() {
    return tooLong;
  }

  private boolean filled() throws IOException {
    if (at < filled) {
      return true;
    }
    at = 0;
    filled = in.read(block);
    return filled > 0;
  }

  private void takeFromBlock() {
    int stop = at;
    while (stop < filled && block[stop] != '\n') {
      stop++;
    }
    append(stop - at);
    ended = stop < filled;
    at = ended ? stop + 1 : stop;
  }

  private void append(int count) {
    if (length + count > MAX_LINE_BYTES) {
      tooLong = true;
      return;
    }
    if (length + count > line.length) {
      line = Arrays.copyOf(line, Math.max(2 * line.length, length + count));
    }
    System.arraycopy(block, at, line, length, count);
    length += count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
