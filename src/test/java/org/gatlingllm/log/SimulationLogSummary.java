package org.gatlingllm.log;

/**
 * What was read of a {@code simulation.log}, and how far.
 *
 * @param header the log's first record
 * @param records number of records delivered, the header among them
 * @param wholeBytes length of these records: where the last of them ends, torn ones before it
 *     included
 * @param lostRecords number of records that Gatling itself tore, since a name or an error message
 *     in them was longer than its buffer of 8 KB, and that were passed over
 * @param usersStarted number of {@link LogRecord.UserStart} among them
 * @param usersEnded number of {@link LogRecord.UserEnd} among them
 * @param ending whether there should have been more
 */
public record SimulationLogSummary(
    LogRecord.RunHeader header,
    long records,
    long wholeBytes,
    long lostRecords,
    long usersStarted,
    long usersEnded,
    SimulationLogEnding ending) {

  /** Whether it is known that records are missing: at the end, or torn on the way. */
  public boolean isBroken() {
    return lostRecords > 0 || !(ending instanceof SimulationLogEnding.Complete);
  }

  /**
   * Users that started and did not end: 0 in the log of a run that came to its own end. Others mean
   * that Gatling had not written all, or that the run was stopped by {@code maxDuration}.
   */
  public long usersStillRunning() {
    return usersStarted - usersEnded;
  }
}
