package org.gatlingllm.report;

import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Run;

/**
 * A run with its numbers.
 *
 * @param run the requests
 * @param analysis the numbers made of them
 */
public record Measured(Run run, RunAnalysis analysis) {}
