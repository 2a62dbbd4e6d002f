package org.gatlingllm.stream;

import org.jspecify.annotations.Nullable;

/**
 * Decodes {@code deflate}: by the standard in the zlib format, from some servers without it. The
 * first byte tells: its low half is 8 in the zlib format only.
 */
final class DeflateDecoder implements ContentDecoder {
  private static final int ZLIB_METHOD = 8;

  private @Nullable Inflating inflating;

  @Override
  public boolean decode(byte[] bytes, int from, int to, Output output) {
    if (from == to) {
      return true;
    }
    Inflating current = inflating;
    if (current == null) {
      current = new Inflating((bytes[from] & 0x0F) != ZLIB_METHOD);
      inflating = current;
    }
    return current.finished() || current.inflate(bytes, from, to, output) >= 0;
  }

  @Override
  public void close() {
    if (inflating != null) {
      inflating.close();
    }
  }
}
