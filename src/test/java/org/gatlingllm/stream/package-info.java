/**
 * From the bytes of a streaming answer to events, and from events to the times of tokens.
 *
 * <p>The way of a byte: {@link org.gatlingllm.stream.StreamReader} undoes the content encoding, a
 * decoder (event stream or NDJSON) finds the events, and the {@link org.gatlingllm.stream.Dialect}
 * of the server reads each event in place, with a cursor over its bytes: no text and no tree is
 * made of an event, since the cost of reading a token is part of what is measured. The reader
 * stamps all tokens of one socket read with the time of that read.
 *
 * <p>No sockets, no clock, no exceptions on data: whatever a server sends ends as an {@link
 * org.gatlingllm.metric.Outcome}. Memory is bounded by the largest event that is read (16 MiB).
 *
 * <p>A reader belongs to one request and to one thread at a time. Dialects are stateless and
 * shared.
 */
@NullMarked
package org.gatlingllm.stream;

import org.jspecify.annotations.NullMarked;
