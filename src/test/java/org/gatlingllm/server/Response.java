package org.gatlingllm.server;

/** A response under way on a connection, as that sees it. Used by the connection's event loop. */
interface Response {

  /** One that was written as a whole. */
  Response WRITTEN = () -> {};

  /**
   * The connection is closed; nothing can be written any more. Does nothing after the response's
   * end.
   */
  void clientLeft();
}
