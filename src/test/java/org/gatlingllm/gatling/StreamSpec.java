package org.gatlingllm.gatling;

import io.gatling.core.check.Check;
import org.gatlingllm.stream.Dialect;
import scala.collection.immutable.List;

/**
 * What a streaming action does, beside the HTTP request that it decorates.
 *
 * @param name of the request
 * @param dialect what the server speaks
 * @param checks on the stream
 * @param keepText whether a check looks at the text
 */
record StreamSpec(
    String name, Dialect dialect, List<Check<CheckedStream>> checks, boolean keepText) {}
