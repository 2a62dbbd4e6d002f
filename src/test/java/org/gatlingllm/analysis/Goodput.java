package org.gatlingllm.analysis;

import java.util.DoubleSummaryStatistics;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Metric.Better;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.TokenCounts;

/**
 * Which requests were good: those that ended well, with a token, inside every limit.
 *
 * <p>A metric of one sample a request is compared as it is. A metric of many (ITL, ICL) is compared
 * by its mean over the request: a single torn gap does not make an answer bad, a slow stream does.
 * A request that lacks the metric of a limit is not good; only the metrics between tokens are not
 * asked of an answer of one token.
 */
public final class Goodput {
  private Goodput() {}

  /** Whether a request met every limit; a failed, cancelled or empty one never does. */
  public static boolean met(RequestRecord request, RequestSlo slo) {
    return request.outcome() == Outcome.OK
        && !request.empty()
        && slo.limits().entrySet().stream()
            .allMatch(limit -> kept(request, limit.getKey(), limit.getValue()));
  }

  private static boolean kept(RequestRecord request, Metric metric, double limit) {
    DoubleSummaryStatistics samples = new DoubleSummaryStatistics();
    metric.samples(request, samples);
    if (samples.getCount() == 0) {
      return betweenTokens(metric) && oneToken(request.tokens());
    }
    double value = samples.getAverage();
    return metric.better() == Better.HIGHER ? value >= limit : value <= limit;
  }

  private static boolean betweenTokens(Metric metric) {
    return switch (metric) {
      case INTER_TOKEN_LATENCY,
          INTER_CHUNK_LATENCY,
          TIME_PER_OUTPUT_TOKEN,
          OUTPUT_TOKEN_THROUGHPUT_PER_USER ->
          true;
      default -> false;
    };
  }

  /** One token, or one that was streamed and an end-of-sequence token that was only counted. */
  private static boolean oneToken(TokenCounts tokens) {
    return tokens.streamed() <= 1
        || (tokens.events() == 1 && tokens.streamed() == 2 && !tokens.running());
  }
}
