package org.gatlingllm.stream;

/** Decodes one JSON value a line. A last line without its end is an event if it is complete. */
final class NdjsonDecoder extends EventDecoder {
  private boolean ending;

  NdjsonDecoder(EventSink sink) {
    super(sink);
  }

  @Override
  void read(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && !stopped()) {
      int end = at;
      while (end < to && bytes[end] != '\n') {
        end++;
      }
      if (end == to) {
        keep(bytes, at, to);
        return;
      }
      endLine(bytes, at, end);
      at = end + 1;
    }
  }

  @Override
  void end() {
    if (!stopped()) {
      ending = true;
      endLastLine();
    }
  }

  @Override
  boolean ignorable(byte first) {
    return false;
  }

  @Override
  void line(byte[] bytes, int from, int to) {
    int start = from;
    while (start < to && (bytes[start] == ' ' || bytes[start] == '\t' || bytes[start] == '\r')) {
      start++;
    }
    if (start < to && (!ending || Json.complete(bytes, start, to))) {
      sink().event(bytes, start, to, false);
    }
  }
}
