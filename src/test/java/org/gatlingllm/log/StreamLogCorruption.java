package org.gatlingllm.log;

/** A line that no writer of {@code streams.jsonl} has written. */
final class StreamLogCorruption extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * @param reason what was expected and what was found, lower case, no full stop
   */
  StreamLogCorruption(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** What was expected and what was found. */
  String reason() {
    return reason;
  }
}
