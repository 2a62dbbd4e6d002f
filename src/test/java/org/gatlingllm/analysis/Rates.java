package org.gatlingllm.analysis;

/**
 * The rates of a level, per second; NaN where there is none.
 *
 * @param requests completed ok ÷ window
 * @param outputTokens output tokens of ok requests ÷ window
 * @param totalTokens prompt and output tokens of ok requests ÷ window
 * @param steadyOutputTokens closed levels: output tokens that arrived in the steady span ÷ span
 * @param steadyRequests closed levels: requests that completed ok in the steady span ÷ span
 * @param goodput requests that met every SLO ÷ window
 * @param goodFraction requests that met every SLO ÷ all that were sent and ended
 * @param offered open levels: asked for
 * @param scheduled open levels: drawn
 * @param achieved sent, over the span of arrivals
 */
public record Rates(
    double requests,
    double outputTokens,
    double totalTokens,
    double steadyOutputTokens,
    double steadyRequests,
    double goodput,
    double goodFraction,
    double offered,
    double scheduled,
    double achieved) {}
