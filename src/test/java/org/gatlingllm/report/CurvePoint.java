package org.gatlingllm.report;

import org.gatlingllm.metric.Interval;

/**
 * One level in the picture of the curve.
 *
 * @param name the load, as it stands beside the point
 * @param tokensPerSecond output tokens per second
 * @param millis the percentile of a latency
 * @param interval its 95 % interval in milliseconds; bounds may be NaN
 * @param suspect whether the client was measured and not the server
 */
record CurvePoint(
    String name, double tokensPerSecond, double millis, Interval interval, boolean suspect) {}
