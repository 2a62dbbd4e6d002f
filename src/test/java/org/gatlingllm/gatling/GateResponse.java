package org.gatlingllm.gatling;

/**
 * One verdict, as it goes into Gatling's log.
 *
 * @param group {@link #OBJECTIVES} or {@link #COMPARISONS}
 * @param name of the objective or the comparison
 * @param failed whether it turns the run red
 * @param message why, for Gatling's error table
 */
public record GateResponse(String group, String name, boolean failed, String message) {
  /** The group of verdicts on objectives. */
  public static final String OBJECTIVES = "SLO";

  /** The group of verdicts on what changed since a baseline. */
  public static final String COMPARISONS = "REGRESSION";
}
