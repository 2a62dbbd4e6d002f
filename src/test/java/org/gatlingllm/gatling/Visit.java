package org.gatlingllm.gatling;

import io.gatling.core.session.Session;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * A user's stay in a level.
 *
 * @param level the level
 * @param number of the user in the level, from 0, in the order of entry
 * @param dueNanos when the load model wanted the user's first request
 */
record Visit(LevelRun level, int number, long dueNanos) {
  /** Where a session keeps it; the prefix survives {@code Session.reset}. */
  static final String ATTRIBUTE = "gatling.llm.visit";

  /** The visit of a session; null where another injection than ours drives it. */
  static @Nullable Visit of(Session session) {
    Option<Object> visit = session.attributes().get(ATTRIBUTE);
    return visit.isEmpty() ? null : (Visit) visit.get();
  }

  /**
   * What the trace says of this user's request: the k-th user of the level has the k-th row.
   *
   * @return the row, or null where no trace is replayed or it has no such row
   */
  Trace.@Nullable Row row() {
    return level.plan().schedule().row(number);
  }
}
