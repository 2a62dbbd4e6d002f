package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * One response on its way to the client. What is written is gathered until {@link #flush}, which
 * makes one write of it. Used by the connection's event loop.
 */
interface Wire {

  /** Length of a body that is streamed. */
  int STREAMED = -1;

  /** Writes the response's head; the length of its body, or {@link #STREAMED}. */
  void head(int status, Map<String, String> headers, int bodyLength);

  /** Writes a piece of the body: on HTTP/1.1 a chunk of its own, if the body is streamed. */
  void data(ByteBuf piece);

  /** Writes the proper end of the body. */
  void end();

  /**
   * Sends what was written; after the end also ends the connection, if this was its last response.
   */
  void flush();

  /** Breaks the connection after what was flushed: in an orderly way, or with a reset. */
  void breakOff(boolean reset);

  /** Runs an action on this connection's event loop; may be called by any thread. */
  void execute(Runnable action);

  /** A buffer of this connection's allocator, for the caller to release. */
  ByteBuf buffer();
}
