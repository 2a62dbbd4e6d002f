package org.gatlingllm.analysis;

import java.util.List;
import org.gatlingllm.analysis.Finding.Severity;

/**
 * One thing that a run may show. It says nothing where the run does not show it: a sentence that
 * always appears is no finding.
 */
interface Reading {
  /** What the run shows of it, in plain sentences of one line with their evidence. */
  List<Finding> read(Evidence evidence);

  /** A finding that describes the server. */
  static Finding note(FindingKind kind, String sentence, Object... values) {
    return new Finding(kind, Severity.NOTE, Words.say(sentence, values));
  }

  /** A finding that asks for care with a number. */
  static Finding warning(FindingKind kind, String sentence, Object... values) {
    return new Finding(kind, Severity.WARNING, Words.say(sentence, values));
  }
}
