package org.gatlingllm.log;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a {@code simulation.log}: big-endian numbers, flags of one byte, strings, and
 * strings that are written out once and named by their index from then on. Keeps nothing but these.
 *
 * <p>A string is its length in bytes, the bytes, and one byte that tells their encoding; an empty
 * one is its length only. Every method throws {@link EOFException} when the file ends inside the
 * field, and {@link SimulationLogCorruption} when Gatling cannot have written what is there.
 */
final class SimulationLogInput implements AutoCloseable {
  /** A longer string is torn, but in 3.13, whose buffer can be configured. */
  private static final int LONGEST_IN_BUFFER = 8192 - Integer.BYTES - Byte.BYTES;

  /** Longest string believed, so that a corrupt length cannot ask for gigabytes. */
  private static final int MAX_STRING_BYTES = 1 << 20;

  private static final int FIRST_MARK = 1;
  private static final int LAST_MARK = 4;
  private static final int LATIN1 = 0;
  private static final int UTF16 = 1;

  private final InputStream in;
  private final List<String> strings = new ArrayList<>();
  private long position;

  SimulationLogInput(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /** Offset of the next byte. */
  long position() {
    return position;
  }

  /** The next byte, or −1 when the file ends here. */
  int byteOrEnd() throws IOException {
    int value = in.read();
    if (value >= 0) {
      position++;
    }
    return value;
  }

  boolean flag() throws IOException, SimulationLogCorruption {
    long at = position;
    int value = unsignedByte();
    if (value > 1) {
      throw new SimulationLogCorruption(at, "expected a flag, 0 or 1, found " + value);
    }
    return value == 1;
  }

  int int32() throws IOException {
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value = value << Byte.SIZE | unsignedByte();
    }
    return value;
  }

  long int64() throws IOException {
    long high = int32();
    return high << Integer.SIZE | Integer.toUnsignedLong(int32());
  }

  /** A number of things, or of bytes. */
  int count() throws IOException, SimulationLogCorruption {
    long at = position;
    int value = int32();
    if (value < 0) {
      throw new SimulationLogCorruption(at, "expected a count, found " + value);
    }
    return value;
  }

  String string() throws IOException, SimulationLogCorruption {
    long at = position;
    int length = count();
    if (length == 0) {
      return "";
    }
    if (length > LONGEST_IN_BUFFER) {
      refuseUnlessBelievable(at, length);
    }
    byte[] bytes = bytes(length);
    return new String(bytes, encoding(length));
  }

  /**
   * A string that may have been written before. A new one has the next index, from 1; one seen
   * before is its index negated.
   */
  String internedString() throws IOException, SimulationLogCorruption {
    long at = position;
    int index = int32();
    if (index == strings.size() + 1) {
      String added = string();
      strings.add(added);
      return added;
    }
    if (index < 0 && index >= -strings.size()) {
      return strings.get(-index - 1);
    }
    throw new SimulationLogCorruption(
        at, "expected one of " + strings.size() + " known strings or the next, found " + index);
  }

  List<String> internedStrings() throws IOException, SimulationLogCorruption {
    int count = count();
    List<String> read = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      read.add(internedString());
    }
    return read;
  }

  void skip(int length) throws IOException {
    // not InputStream.skip: over a file it goes past the end without a word
    for (int i = 0; i < length; i++) {
      unsignedByte();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** A text does not begin with one of the control characters 1 to 4; a record does. */
  private void refuseUnlessBelievable(long at, int length)
      throws IOException, SimulationLogCorruption {
    in.mark(1);
    int next = in.read();
    in.reset();
    if (next >= FIRST_MARK && next <= LAST_MARK) {
      throw new SimulationLogTorn(at, length);
    }
    if (length > MAX_STRING_BYTES) {
      throw new SimulationLogCorruption(
          at, "expected a string of at most " + MAX_STRING_BYTES + " bytes, found " + length);
    }
  }

  /** The byte after a string: Latin-1, or UTF-16 in the byte order of the machine that wrote it. */
  private Charset encoding(int length) throws IOException, SimulationLogCorruption {
    long at = position;
    int coder = unsignedByte();
    if (coder == LATIN1) {
      return StandardCharsets.ISO_8859_1;
    }
    if (coder == UTF16 && length % 2 == 0) {
      // little-endian, as every machine is that people run Gatling on (x86-64, AArch64)
      return StandardCharsets.UTF_16LE;
    }
    throw new SimulationLogCorruption(
        at, "expected an encoding, 0 or 1, after " + length + " bytes, found " + coder);
  }

  private byte[] bytes(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    position += bytes.length;
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  private int unsignedByte() throws IOException {
    int value = byteOrEnd();
    if (value < 0) {
      throw new EOFException();
    }
    return value;
  }
}
