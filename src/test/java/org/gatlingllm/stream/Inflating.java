package org.gatlingllm.stream;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates through one small buffer: what a bomb unpacks to is passed on, never held. */
final class Inflating {
  private static final int PIECE = 1 << 13;

  private final Inflater inflater;
  private final byte[] piece = new byte[PIECE];
  private boolean closed;

  Inflating(boolean raw) {
    inflater = new Inflater(raw);
  }

  /**
   * Inflates.
   *
   * @return how many of the bytes were used: less than all when the deflate stream ended in them or
   *     the output wanted no more; −1 when they are not deflated data
   */
  int inflate(byte[] bytes, int from, int to, ContentDecoder.Output output) {
    if (closed) {
      return to - from;
    }
    inflater.setInput(bytes, from, to - from);
    try {
      boolean wanted = true;
      while (wanted && !inflater.finished()) {
        int made = inflater.inflate(piece);
        if (made > 0) {
          wanted = output.take(piece, 0, made);
        } else if (inflater.needsDictionary()) {
          return -1;
        } else if (inflater.needsInput()) {
          break;
        }
      }
    } catch (DataFormatException e) {
      return -1;
    }
    return to - from - inflater.getRemaining();
  }

  boolean finished() {
    return !closed && inflater.finished();
  }

  void reset() {
    inflater.reset();
  }

  void close() {
    closed = true;
    inflater.end();
  }
}
