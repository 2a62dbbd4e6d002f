package org.gatlingllm.stream;

import java.util.Arrays;

/** Bytes that wait for the rest of their line or event: a growing array that is used again. */
final class ByteQueue {
  private static final int FIRST_CAPACITY = 512;

  /** An array larger than this is given back when it is cleared: one long event is no habit. */
  private static final int KEPT_CAPACITY = 1 << 16;

  private static final byte[] NONE = {};

  private byte[] bytes = NONE;
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean isEmpty() {
    return length == 0;
  }

  void append(byte[] source, int from, int to) {
    int added = to - from;
    ensure(length + added);
    System.arraycopy(source, from, bytes, length, added);
    length += added;
  }

  void append(byte value) {
    ensure(length + 1);
    bytes[length++] = value;
  }

  void clear() {
    length = 0;
    if (bytes.length > KEPT_CAPACITY) {
      bytes = NONE;
    }
  }

  private void ensure(int capacity) {
    if (capacity > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(capacity, Math.max(FIRST_CAPACITY, bytes.length * 2)));
    }
  }
}
