package org.gatlingllm.log;

/** Bytes that Gatling cannot have written where they stand; never leaves the package. */
sealed class SimulationLogCorruption extends Exception permits SimulationLogTorn {
  private static final long serialVersionUID = 1L;

  private final long offset;

  /**
   * @param offset where the field that makes no sense begins
   * @param reason what was expected there and what was found
   */
  SimulationLogCorruption(long offset, String reason) {
    super(reason);
    this.offset = offset;
  }

  long offset() {
    return offset;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
