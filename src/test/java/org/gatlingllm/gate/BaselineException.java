package org.gatlingllm.gate;

/** A baseline cannot be read, or does not compare with a run. */
public final class BaselineException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  BaselineException(String sentence) {
    super(sentence);
  }

  static BaselineException unreadable(String file, String problem, String remedy) {
    return new BaselineException("cannot read baseline " + file + ": " + problem + "; " + remedy);
  }
}
