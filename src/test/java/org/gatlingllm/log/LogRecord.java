package org.gatlingllm.log;

import java.util.List;

/**
 * One record of Gatling's {@code simulation.log}, in the order in which Gatling wrote them: by the
 * time of their end, more or less, not by that of their start.
 *
 * <p>All times are milliseconds since the epoch. Gatling stores them as a signed 32-bit distance
 * from the start of the run, so a run of more than 24 days has times that wrapped.
 */
public sealed interface LogRecord {

  /**
   * The first record, once a log. A run id is not among what Gatling writes.
   *
   * @param gatlingVersion such as {@code 3.15.1}
   * @param simulationClassName fully qualified
   * @param startMillis when the run began
   * @param description what was given as run description, empty if nothing was
   * @param scenarios their names, in the order in which they were set up
   */
  record RunHeader(
      String gatlingVersion,
      String simulationClassName,
      long startMillis,
      String description,
      List<String> scenarios)
      implements LogRecord {
    public RunHeader {
      scenarios = List.copyOf(scenarios);
    }
  }

  /**
   * A request that ended, well or not. One that could not be built is an {@link Error} instead.
   *
   * @param groups the groups round it, outermost first; empty at top level
   * @param startMillis when it was sent
   * @param endMillis when its response ended
   * @param message why it failed, at most 200 characters of it; empty if it did not
   */
  record Request(
      List<String> groups,
      String name,
      long startMillis,
      long endMillis,
      boolean ok,
      String message)
      implements LogRecord {
    public Request {
      groups = List.copyOf(groups);
    }
  }

  /** A virtual user entered its scenario. */
  record UserStart(String scenario, long timestampMillis) implements LogRecord {}

  /** A virtual user left its scenario. */
  record UserEnd(String scenario, long timestampMillis) implements LogRecord {}

  /**
   * A group that ended.
   *
   * @param groups the groups round it and, last, itself
   * @param startMillis when the user entered it
   * @param endMillis when the user left it, pauses included
   * @param cumulatedResponseTimeMillis sum of the response times inside, pauses left out
   * @param ok whether all inside went well
   */
  record Group(
      List<String> groups,
      long startMillis,
      long endMillis,
      int cumulatedResponseTimeMillis,
      boolean ok)
      implements LogRecord {
    public Group {
      groups = List.copyOf(groups);
    }
  }

  /**
   * Something that went wrong outside of a response, such as a request that could not be built.
   *
   * @param message as Gatling wrote it, trailing space included
   */
  @SuppressWarnings("JavaLangClash") // Gatling's own word for it, and never imported alone
  record Error(String message, long timestampMillis) implements LogRecord {}
}
