package org.gatlingllm.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the end of a line, eight bytes at a time: lines of events are long. (The strings inside are
 * too short for it to pay.)
 */
final class ByteScan {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  private ByteScan() {}

  /** The index of the first LF or CR, or {@code to}. */
  static int lineEnd(byte[] bytes, int from, int to) {
    return first(bytes, from, to, '\n' * ONES, '\r' * ONES);
  }

  private static int first(byte[] bytes, int from, int to, long a, long b) {
    int i = from;
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long word = (long) LONGS.get(bytes, i);
      long found = zeros(word ^ a) | zeros(word ^ b);
      if (found != 0) {
        // only the lowest mark is exact, and the lowest byte comes first
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] != (byte) a && bytes[i] != (byte) b) {
      i++;
    }
    return i;
  }

  /** The high bit of each byte that is 0. */
  private static long zeros(long word) {
    return (word - ONES) & ~word & HIGH;
  }
}
