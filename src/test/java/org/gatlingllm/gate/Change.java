package org.gatlingllm.gate;

import org.gatlingllm.metric.Interval;

/**
 * What became of one metric of one level.
 *
 * @param level {@code c=8}
 * @param measure short name of the metric, or {@code errors}
 * @param kind the answer
 * @param before median, or share of errors, before
 * @param after the same now
 * @param change relative change of the typical request, 0.1 for 10 % more; NaN where it is unknown
 * @param interval two-sided 90 % interval of the change
 * @param requestsBefore requests that it was judged on
 * @param requestsAfter the same now
 * @param reason one sentence: what decided
 * @param tolerated whether it may be inconclusive
 */
public record Change(
    String level,
    String measure,
    Kind kind,
    String before,
    String after,
    double change,
    Interval interval,
    int requestsBefore,
    int requestsAfter,
    String reason,
    boolean tolerated) {
  /** The four answers. */
  public enum Kind {
    /** The whole interval is beyond the threshold, on the better side. */
    IMPROVED("improved"),
    /** The whole interval is beyond the threshold, on the worse side. */
    REGRESSED("regressed"),
    /** A change for the worse beyond the threshold is excluded. */
    UNCHANGED("unchanged"),
    /** It is not. */
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

  /** For people: {@code c=8: ttft}. */
  public String name() {
    return name(level, measure);
  }

  static String name(String level, String measure) {
    return level + ": " + measure;
  }

  /** Whether it keeps the gate from passing. */
  public boolean fails() {
    return kind == Kind.REGRESSED || (kind == Kind.INCONCLUSIVE && !tolerated);
  }

  /** The same, no failure where it is inconclusive. */
  Change allowed() {
    return new Change(
        level,
        measure,
        kind,
        before,
        after,
        change,
        interval,
        requestsBefore,
        requestsAfter,
        reason,
        kind == Kind.INCONCLUSIVE);
  }

  /** The change with its interval: {@code +14.6 % (+12 % to +17 %)}, a dash where it is unknown. */
  public String changeWords() {
    return Double.isNaN(change)
        ? Shown.NONE
        : Shown.change(change)
            + (Double.isNaN(interval.low())
                ? ""
                : " ("
                    + Shown.change(interval.low())
                    + " to "
                    + Shown.change(interval.high())
                    + ")");
  }

  /** All of it in one line. */
  public String sentence() {
    return name()
        + ": "
        + kind.word()
        + ": "
        + before
        + " → "
        + after
        + ", change "
        + changeWords()
        + ", n = "
        + requestsBefore
        + " and "
        + requestsAfter
        + "; "
        + reason;
  }
}
