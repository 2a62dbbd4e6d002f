package org.gatlingllm.gate;

import java.util.List;

/** What a gate says on the whole, with the exit code of the process that asked it. */
public enum GateOutcome {
  /** Everything that was asked is kept. */
  PASSED(0, "passed"),
  /** A limit is missed, or something regressed. */
  FAILED(2, "failed"),
  /** Nothing is missed, but something that had to be judged could not be. */
  INCONCLUSIVE(3, "inconclusive"),
  /** There was nothing to judge: no run, or a file that cannot be used. */
  COULD_NOT_RUN(4, "could not run");

  private final int exitCode;
  private final String word;

  GateOutcome(int exitCode, String word) {
    this.exitCode = exitCode;
    this.word = word;
  }

  /** Sums up; where nothing was asked, the gate passes. */
  public static GateOutcome of(List<Verdict> verdicts, List<Change> changes) {
    if (verdicts.stream().anyMatch(v -> v.kind() == Verdict.Kind.MISSED)
        || changes.stream().anyMatch(c -> c.kind() == Change.Kind.REGRESSED)) {
      return FAILED;
    }
    return verdicts.stream().anyMatch(Verdict::fails) || changes.stream().anyMatch(Change::fails)
        ? INCONCLUSIVE
        : PASSED;
  }

  /** 0 for a pass; 2 for a failure, as Gatling has it for its own assertions; 1 is the JVM's. */
  public int exitCode() {
    return exitCode;
  }

  /** In lower case, for sentences. */
  public String word() {
    return word;
  }
}
