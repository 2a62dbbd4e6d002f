package org.gatlingllm.gate;

import org.gatlingllm.gate.Verdict.Kind;

/**
 * A verdict before it has its name.
 *
 * @param kind the answer
 * @param observed with unit
 * @param n requests
 * @param interval of the observed number
 * @param reason one sentence
 */
record Judgement(Kind kind, String observed, int n, String interval, String reason) {

  /** Nothing to judge. */
  static Judgement absent(int n, String reason) {
    return new Judgement(Kind.INCONCLUSIVE, Shown.NONE, n, Shown.NONE, reason);
  }

  /** The same numbers where too much of what they are made of is suspect. */
  Judgement doubted(String why) {
    return new Judgement(
        Kind.INCONCLUSIVE, observed, n, interval, "would be " + kind.word() + ", but " + why);
  }

  /** The same, with the word of which repeats it is about. */
  Judgement on(String repeats) {
    return new Judgement(kind, observed, n, interval, repeats + ": " + reason);
  }
}
