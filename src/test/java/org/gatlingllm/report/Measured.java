package org.gatlingllm.report;

import java.util.List;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.gate.GateReport;
import org.gatlingllm.metric.Run;

/**
 * A run with its numbers and what was said of them.
 *
 * @param run the requests
 * @param analysis the numbers made of them
 * @param slo what a request had to keep
 * @param gate the verdicts; empty where nothing was judged
 */
public record Measured(Run run, RunAnalysis analysis, RequestSlo slo, GateReport gate) {
  /** A run that nobody judged. */
  public Measured(Run run, RunAnalysis analysis) {
    this(run, analysis, RequestSlo.none(), new GateReport(List.of(), List.of()));
  }

  /** Whether anything was judged. */
  boolean judged() {
    return gate.judged();
  }
}
