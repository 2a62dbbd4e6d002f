package org.gatlingllm.log;

/** Words of the remarks about a run's files. */
final class RunRemarks {
  private RunRemarks() {}

  /** A number of things: {@code 1 stream}, {@code 2 streams}. */
  static String count(long count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }
}
