package org.gatlingllm.gatling;

import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.stream.StreamResult;

/**
 * What checks look at: one answer that came to its end.
 *
 * @param record its timings and counts
 * @param text what it said; kept only where a check looks at it
 */
record CheckedStream(RequestRecord record, StreamResult.Text text) {}
