package org.gatlingllm.log;

/**
 * What was read of a {@code simulation.log}, and how far.
 *
 * @param header the log's first record
 * @param records number of records delivered, the header among them
 * @param wholeBytes length of these records: where the last of them ends
 * @param usersStarted number of {@link LogRecord.UserStart} among them
 * @param usersEnded number of {@link LogRecord.UserEnd} among them
 * @param ending whether there should have been more
 */
public record SimulationLogSummary(
    LogRecord.RunHeader header,
    long records,
    long wholeBytes,
    long usersStarted,
    long usersEnded,
    SimulationLogEnding ending) {

  /** Whether the file ends, or was left, in the middle of a record. */
  public boolean isBroken() {
    return !(ending instanceof SimulationLogEnding.Complete);
  }

  /**
   * Users that started and did not end: 0 in the log of a run that came to its own end. Others mean
   * that Gatling had not written all, or that the run was stopped by {@code maxDuration}.
   */
  public long usersStillRunning() {
    return usersStarted - usersEnded;
  }
}
