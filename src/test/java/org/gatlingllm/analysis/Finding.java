package org.gatlingllm.analysis;

/**
 * One plain sentence that a run supports.
 *
 * @param kind what it is about
 * @param severity how much the reader should care
 * @param sentence the finding with its evidence, one sentence or two
 */
public record Finding(FindingKind kind, Severity severity, String sentence) {
  /** How much the reader should care. */
  public enum Severity {
    /** Describes the server. */
    NOTE,
    /** A number should be read with care. */
    WARNING
  }
}
