package org.gatlingllm.gatling;

/**
 * A setting that cannot be used: one sentence with what was expected, what was found, what to do.
 */
public final class SettingsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** Makes one from its sentence. */
  public SettingsException(String sentence) {
    super(sentence);
  }
}
