package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;

/**
 * Writes one generation in one protocol: a stream's events, or the whole as one JSON object. Used
 * by one event loop. {@link #token} is the hot path: it copies prepared bytes.
 */
interface Encoder {

  /** Content type of the stream. */
  default String contentType() {
    return "text/event-stream";
  }

  /** Bytes that end an event on the wire. */
  default String eventEnd() {
    return "\n\n";
  }

  /** What comes before the first token, if anything. */
  void open(int cachedTokens, ByteBuf out);

  /** The event of one token, counted from 0. */
  void token(int index, ByteBuf out);

  /** What comes after the last token, up to the end mark. */
  void close(int cachedTokens, ByteBuf out);

  /** An error inside the stream, and what this protocol's servers still send after it. */
  void error(String message, ByteBuf out);

  /** The answer to a request that wants no stream. */
  JsonNode whole(int cachedTokens);
}
