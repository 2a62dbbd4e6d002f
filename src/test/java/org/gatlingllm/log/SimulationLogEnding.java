package org.gatlingllm.log;

/** How the reading of a {@code simulation.log} came to its end. */
public sealed interface SimulationLogEnding {

  /**
   * The file ends where a record ends. A log can be cut just there too: see {@link
   * SimulationLogSummary#usersStillRunning()}.
   */
  record Complete() implements SimulationLogEnding {}

  /**
   * The file ends inside a record: the run was killed, or goes on. Gatling writes blocks of 8 KB
   * that respect no record.
   *
   * @param atByte the length of the file, that is the first byte that is missing
   */
  record Cut(long atByte) implements SimulationLogEnding {}

  /**
   * A byte that Gatling cannot have written there. Nothing after it can be trusted, since records
   * carry no length, so reading stopped before the record that holds it.
   *
   * @param atByte where the field that makes no sense begins
   * @param reason what was expected there and what was found
   */
  record Corrupt(long atByte, String reason) implements SimulationLogEnding {}
}
