package org.gatlingllm.stream;

/**
 * Decodes {@code gzip}, several members one after the other too. The checksum is not verified: the
 * events were passed on long before it comes.
 */
final class GzipDecoder implements ContentDecoder {
  private static final int HEADER = 10;
  private static final int TRAILER = 8;
  private static final int FLAGS = 3;
  private static final int HEADER_CHECKSUM = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;

  private enum Part {
    HEADER,
    EXTRA_LENGTH,
    EXTRA,
    NAME,
    COMMENT,
    CHECKSUM,
    DATA,
    TRAILER
  }

  private final Inflating inflating = new Inflating(true);
  private Part part = Part.HEADER;
  private int seen;
  private int flags;
  private int extraLength;

  @Override
  public boolean decode(byte[] bytes, int from, int to, Output output) {
    int at = from;
    while (at < to) {
      if (part == Part.DATA) {
        int used = inflating.inflate(bytes, at, to, output);
        if (used < 0) {
          return false;
        }
        if (!inflating.finished()) {
          return true;
        }
        at += used;
        enter(Part.TRAILER);
      } else if (!header(bytes[at++])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    inflating.close();
  }

  /** One byte outside of the deflated data; false when it cannot be one of gzip's. */
  private boolean header(byte b) {
    int index = seen++;
    switch (part) {
      case HEADER -> {
        return fixed(index, b & 0xFF);
      }
      case EXTRA_LENGTH -> {
        extraLength |= (b & 0xFF) << (8 * index);
        if (index == 1) {
          enter(extraLength == 0 ? after(Part.EXTRA) : Part.EXTRA);
        }
      }
      case EXTRA -> leave(seen == extraLength);
      case NAME, COMMENT -> leave(b == 0);
      case CHECKSUM -> leave(seen == 2);
      case TRAILER -> trailer();
      case DATA -> throw new AssertionError("deflated data is no header");
    }
    return true;
  }

  private boolean fixed(int index, int b) {
    if (index == FLAGS) {
      flags = b;
    }
    if (seen == HEADER) {
      extraLength = 0;
      enter((flags & EXTRA) != 0 ? Part.EXTRA_LENGTH : after(Part.EXTRA));
    }
    return switch (index) {
      case 0 -> b == 0x1F;
      case 1 -> b == 0x8B;
      case 2 -> b == 8;
      default -> true;
    };
  }

  private void trailer() {
    if (seen == TRAILER) {
      inflating.reset();
      enter(Part.HEADER);
    }
  }

  private void leave(boolean done) {
    if (done) {
      enter(after(part));
    }
  }

  private void enter(Part next) {
    part = next;
    seen = 0;
  }

  /** The part that follows, by the flags. */
  private Part after(Part done) {
    if (done.compareTo(Part.NAME) < 0 && (flags & NAME) != 0) {
      return Part.NAME;
    }
    if (done.compareTo(Part.COMMENT) < 0 && (flags & COMMENT) != 0) {
      return Part.COMMENT;
    }
    if (done.compareTo(Part.CHECKSUM) < 0 && (flags & HEADER_CHECKSUM) != 0) {
      return Part.CHECKSUM;
    }
    return Part.DATA;
  }
}
