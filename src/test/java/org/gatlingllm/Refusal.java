package org.gatlingllm;

import java.util.function.Supplier;
import org.gatlingllm.gate.GateOutcome;
import org.gatlingllm.gatling.SettingsException;

/**
 * Ends a run that cannot begin with one sentence. Left to Gatling and its Maven plugin, the
 * sentence would drown in two stack traces.
 */
final class Refusal {
  /** The exit code of a run that could not begin. */
  static final int COULD_NOT_RUN = GateOutcome.COULD_NOT_RUN.exitCode();

  private Refusal() {}

  /** Returns what is supplied; a setting that cannot be used ends the process. */
  static <T> T orExit(Supplier<T> supplier) {
    try {
      return supplier.get();
    } catch (IllegalArgumentException e) {
      throw exit(e);
    }
  }

  /** Prints the sentence and ends the process. Never returns; declared so, callers may throw it. */
  static SettingsException exit(IllegalArgumentException refused) {
    System.err.println("gatling-llm: " + refused.getMessage());
    System.err.flush();
    System.exit(COULD_NOT_RUN);
    return new SettingsException(String.valueOf(refused.getMessage()));
  }
}
