package org.gatlingllm.stream;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Undoes a content encoding piece by piece, as the pieces come. Never throws on data. */
interface ContentDecoder {

  /** Takes decoded bytes, which are valid during the call; false to have no more. */
  interface Output {
    /** Takes decoded bytes. */
    boolean take(byte[] bytes, int from, int to);
  }

  /**
   * Decodes the next piece.
   *
   * @return false when the bytes are not what the encoding promises
   */
  boolean decode(byte[] bytes, int from, int to, Output output);

  /** Frees native memory; may be called again. */
  void close();

  /** Returns a decoder for this Content-Encoding, or null when it is not known. */
  static @Nullable ContentDecoder of(@Nullable String contentEncoding) {
    String name = contentEncoding == null ? "" : contentEncoding.strip().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "", "identity" -> new Identity();
      case "gzip", "x-gzip" -> new GzipDecoder();
      case "deflate" -> new DeflateDecoder();
      default -> null;
    };
  }

  /** No encoding. */
  final class Identity implements ContentDecoder {
    @Override
    public boolean decode(byte[] bytes, int from, int to, Output output) {
      output.take(bytes, from, to);
      return true;
    }

    @Override
    public void close() {}
  }
}
