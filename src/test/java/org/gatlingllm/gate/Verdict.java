package org.gatlingllm.gate;

/**
 * What became of one limit.
 *
 * @param name for people, unique in a gate: {@code c=8 chat: p95 ttft ≤ 200 ms}
 * @param kind met, missed or inconclusive
 * @param required the bound: {@code ≤ 200 ms}
 * @param observed the number measured with its unit, a dash where there is none
 * @param n requests that it was judged on
 * @param interval two-sided interval of the observed number, a dash where there is none: 95 % for
 *     quantiles and shares, 90 % for means and rates
 * @param reason one sentence: what decided
 * @param tolerated whether its SLO allows it to be inconclusive
 */
public record Verdict(
    String name,
    Kind kind,
    String required,
    String observed,
    int n,
    String interval,
    String reason,
    boolean tolerated) {
  /** The three answers. */
  public enum Kind {
    /** Observed within the limit, and the sample is large enough to say so. */
    MET("met"),
    /** Beyond the limit, and not by chance. */
    MISSED("missed"),
    /** The sample does not support either. */
    INCONCLUSIVE("inconclusive");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** In lower case, for sentences. */
    public String word() {
      return word;
    }
  }

  /** Whether it keeps the gate from passing. */
  public boolean fails() {
    return kind == Kind.MISSED || (kind == Kind.INCONCLUSIVE && !tolerated);
  }

  /** All of it in one line. */
  public String sentence() {
    return name
        + ": "
        + kind.word()
        + ": observed "
        + observed
        + (interval.equals(Shown.NONE) ? "" : " (" + interval + ")")
        + ", n = "
        + n
        + "; "
        + reason;
  }
}
