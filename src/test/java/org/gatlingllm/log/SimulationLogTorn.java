package org.gatlingllm.log;

/**
 * A string of which Gatling wrote the length and then no more, since it did not fit its buffer. The
 * record ends there, and the next one follows: unlike after any other corruption, reading can go
 * on.
 */
final class SimulationLogTorn extends SimulationLogCorruption {
  private static final long serialVersionUID = 1L;

  SimulationLogTorn(long offset, int length) {
    super(offset, "expected a string of " + length + " bytes, found the next record");
  }
}
