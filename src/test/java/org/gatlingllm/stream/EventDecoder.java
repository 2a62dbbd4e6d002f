package org.gatlingllm.stream;

/**
 * Finds the events in a body that comes in pieces. The same body gives the same events however it
 * is cut. Never throws on data.
 */
abstract class EventDecoder {
  /**
   * The longest line and the longest event that is decoded, in bytes: 16 MiB and a field's name.
   */
  static final int LIMIT = (16 << 20) + 64;

  private final EventSink sink;
  private final ByteQueue carry = new ByteQueue();
  private boolean firstLine = true;
  private long skipped = -1;
  private boolean stopped;

  EventDecoder(EventSink sink) {
    this.sink = sink;
  }

  final EventSink sink() {
    return sink;
  }

  /** Takes the next piece of the body. */
  abstract void read(byte[] bytes, int from, int to);

  /** The body has ended: decides on what no line end or empty line followed. */
  abstract void end();

  /** A whole line, without its end. */
  abstract void line(byte[] bytes, int from, int to);

  /** Whether a line that begins with this byte means nothing and need not be kept. */
  abstract boolean ignorable(byte first);

  final boolean stopped() {
    return stopped;
  }

  final void stop() {
    if (!stopped) {
      stopped = true;
      carry.clear();
      sink.tooLong();
    }
  }

  /** Whether no line is carried on, and the first one has passed with its byte order mark. */
  final boolean betweenLines() {
    return skipped < 0 && carry.isEmpty() && !firstLine;
  }

  /** The end of a line was found at {@code to}. */
  final void endLine(byte[] bytes, int from, int to) {
    if (skipped >= 0) {
      skipped = -1;
      firstLine = false;
    } else if (carry.isEmpty()) {
      wholeLine(bytes, from, to);
    } else if (fits(to - from)) {
      carry.append(bytes, from, to);
      wholeLine(carry.bytes(), 0, carry.length());
      carry.clear();
    }
  }

  /** A line goes on after this piece. */
  final void keep(byte[] bytes, int from, int to) {
    if (skipped < 0 && carry.isEmpty() && ignorable(bytes[from])) {
      skipped = 0;
    }
    if (!fits(to - from)) {
      return;
    }
    if (skipped >= 0) {
      skipped += to - from;
    } else {
      carry.append(bytes, from, to);
    }
  }

  /** The line that the body ended in, if any, is a line as well. */
  final void endLastLine() {
    skipped = -1;
    if (!carry.isEmpty()) {
      wholeLine(carry.bytes(), 0, carry.length());
      carry.clear();
    }
  }

  private boolean fits(int added) {
    if (Math.max(skipped, carry.length()) + added <= LIMIT) {
      return true;
    }
    stop();
    return false;
  }

  private void wholeLine(byte[] bytes, int from, int to) {
    int start = from;
    if (firstLine) {
      firstLine = false;
      start += byteOrderMark(bytes, from, to);
    }
    line(bytes, start, to);
  }

  private static int byteOrderMark(byte[] b, int from, int to) {
    boolean found =
        to - from >= 3
            && b[from] == (byte) 0xEF
            && b[from + 1] == (byte) 0xBB
            && b[from + 2] == (byte) 0xBF;
    return found ? 3 : 0;
  }
}
