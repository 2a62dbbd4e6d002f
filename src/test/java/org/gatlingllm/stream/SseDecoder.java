package org.gatlingllm.stream;

import java.nio.charset.StandardCharsets;

/**
 * Decodes an event stream as the HTML standard describes it: lines end with LF, CR or CR LF; a
 * block of lines up to an empty line is an event when it has a {@code data} line.
 *
 * <p>Two departures, since servers of language models need them. A last block without its empty
 * line is an event if its data is complete. Text that stands where an event should ({@code error:
 * …} or bare JSON) is no event, but the sink gets to see it: it is how some servers fail.
 */
final class SseDecoder extends EventDecoder {
  private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ERROR = "error".getBytes(StandardCharsets.US_ASCII);
  private static final int STRAY_LIMIT = 1 << 14;

  private final ByteQueue data = new ByteQueue();
  private final ByteQueue stray = new ByteQueue();
  private boolean hasData;
  private boolean namedError;
  private boolean afterCarriageReturn;

  SseDecoder(EventSink sink) {
    super(sink);
  }

  @Override
  void read(byte[] bytes, int from, int to) {
    int at = from;
    if (at < to && afterCarriageReturn) {
      afterCarriageReturn = false;
      at += bytes[at] == '\n' ? 1 : 0;
    }
    while (at < to && !stopped()) {
      int end = ByteScan.lineEnd(bytes, at, to);
      if (end == to) {
        keep(bytes, at, to);
        return;
      }
      int next = afterLineEnd(bytes, end, to);
      if (isWholeEvent(bytes, at, end) && next < to && isLineEnd(bytes[next])) {
        sink().event(bytes, valueStart(bytes, at + DATA.length, end), end, namedError);
        namedError = false;
        at = afterLineEnd(bytes, next, to);
      } else {
        endLine(bytes, at, end);
        at = next;
      }
    }
  }

  /**
   * Whether a line is all the data that its event can have if an empty line follows: nearly every
   * event is, and need not be copied.
   */
  private boolean isWholeEvent(byte[] bytes, int from, int end) {
    return betweenLines()
        && !hasData
        && stray.isEmpty()
        && end - from < LIMIT
        && is(DATA, bytes, from, end);
  }

  private static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r';
  }

  private int afterLineEnd(byte[] bytes, int end, int to) {
    int next = end + 1;
    if (bytes[end] != '\r') {
      return next;
    }
    if (next == to) {
      afterCarriageReturn = true;
      return next;
    }
    return bytes[next] == '\n' ? next + 1 : next;
  }

  @Override
  void end() {
    if (stopped()) {
      return;
    }
    endLastLine();
    if (hasData && !Json.complete(data.bytes(), 0, data.length())) {
      hasData = false;
    }
    dispatch();
  }

  @Override
  boolean ignorable(byte first) {
    return first == ':';
  }

  @Override
  void line(byte[] bytes, int from, int to) {
    if (from == to) {
      dispatch();
    } else if (is(DATA, bytes, from, to)) {
      data(bytes, valueStart(bytes, from + DATA.length, to), to);
    } else if (is(EVENT, bytes, from, to)) {
      namedError = equal(ERROR, bytes, valueStart(bytes, from + EVENT.length, to), to);
    } else if (is(ERROR, bytes, from, to)) {
      sink().stray(bytes, valueStart(bytes, from + ERROR.length, to), to, true);
    } else if (bytes[from] == '{' || (bytes[from] != ':' && !stray.isEmpty())) {
      stray(bytes, from, to);
    }
  }

  private void data(byte[] bytes, int from, int to) {
    if (data.length() + (to - from) + 1L > LIMIT) {
      stop();
      return;
    }
    if (hasData) {
      data.append((byte) '\n');
    }
    hasData = true;
    data.append(bytes, from, to);
  }

  private void stray(byte[] bytes, int from, int to) {
    int kept = Math.min(to - from, STRAY_LIMIT - stray.length());
    if (kept > 0) {
      stray.append(bytes, from, from + kept);
    }
  }

  private void dispatch() {
    if (!stray.isEmpty()) {
      sink().stray(stray.bytes(), 0, stray.length(), false);
      stray.clear();
    }
    if (hasData) {
      sink().event(data.bytes(), 0, data.length(), namedError);
    }
    hasData = false;
    namedError = false;
    data.clear();
  }

  /** Whether the line's field has this name. */
  private static boolean is(byte[] name, byte[] bytes, int from, int to) {
    int end = from + name.length;
    return end <= to && (end == to || bytes[end] == ':') && equal(name, bytes, from, end);
  }

  private static boolean equal(byte[] name, byte[] bytes, int from, int to) {
    if (to - from != name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (name[i] != bytes[from + i]) {
        return false;
      }
    }
    return true;
  }

  /** After the colon and one space. */
  private static int valueStart(byte[] bytes, int nameEnd, int to) {
    int start = Math.min(nameEnd + 1, to);
    return start < to && bytes[start] == ' ' ? start + 1 : start;
  }
}
