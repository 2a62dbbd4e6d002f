package org.gatlingllm.gate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.gatlingllm.gate.Verdict.Kind;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;

/**
 * Judges a quantile of a metric with one sample a request.
 *
 * <ul>
 *   <li>Missed: so many requests beyond the bound have a probability of 5 % or less where the
 *       quantile is kept.
 *   <li>Met: not missed, the observed quantile is within the bound, and at least one request is
 *       expected beyond such a quantile (20 requests for p95, 100 for p99).
 *   <li>Inconclusive: all else.
 * </ul>
 *
 * <p>For a latency counted from the start of a request, one that failed or came back empty is
 * beyond every limit: it never had a first token, so it had none in time. It stands as endless in
 * the observed quantile.
 */
final class QuantileJudge {
  /** A latency without an end; finite, so that quantiles can be interpolated. */
  private static final double NEVER = 1e300;

  private static final double LONGEST_NANOS = 1e20;

  private final MetricLimit limit;
  private final double[] values;
  private final int without;

  QuantileJudge(MetricLimit limit, LoadSample sample) {
    List<RequestRecord> ended = sample.ended();
    this.limit = limit;
    this.values =
        ended.stream()
            .flatMapToDouble(r -> Arrays.stream(LoadSample.samples(limit.metric(), r)))
            .toArray();
    this.without =
        fromStart(limit.metric()) ? (int) ended.stream().filter(this::failed).count() : 0;
  }

  Judgement judge() {
    int n = values.length + without;
    if (n == 0) {
      return Judgement.absent(
          0, "no request of this level has a " + limit.metric().shortName() + ": nothing to judge");
    }
    int beyond = without + (int) Arrays.stream(values).filter(v -> !limit.bound().keeps(v)).count();
    double observed = padded().quantile(limit.quantile());
    Interval interval = padded().interval(limit.quantile());
    return new Judgement(
        kind(beyond, n, observed),
        shown(observed),
        n,
        Shown.interval(shown(interval.low()), shown(interval.high())),
        reason(beyond, n));
  }

  private Kind kind(int beyond, int n, double observed) {
    if (BinomialShare.breached(beyond, n, limit.allowed())) {
      return Kind.MISSED;
    }
    boolean within = limit.bound().keeps(observed);
    return within && n >= BinomialShare.needed(limit.allowed()) ? Kind.MET : Kind.INCONCLUSIVE;
  }

  private String reason(int beyond, int n) {
    String said = beyond + " of " + Shown.count(n, "request") + " beyond it";
    if (without > 0) {
      said += ", " + without + " of them without any token";
    }
    said += " (" + Shown.probability(BinomialShare.probability(beyond, n, limit.allowed())) + ")";
    int needed = BinomialShare.needed(limit.allowed());
    return n < needed ? said + "; " + limit.statistic() + " needs " + needed + " requests" : said;
  }

  private String shown(double value) {
    return value > LONGEST_NANOS ? Shown.NONE : Shown.value(limit.metric(), value);
  }

  private Distribution padded() {
    return Distribution.of(
        DoubleStream.concat(
                Arrays.stream(values), DoubleStream.generate(() -> NEVER).limit(without))
            .toArray());
  }

  private boolean failed(RequestRecord request) {
    return !request.outcome().whole() || request.empty();
  }

  private static boolean fromStart(Metric metric) {
    return switch (metric) {
      case TIME_TO_FIRST_TOKEN,
          TIME_TO_FIRST_OUTPUT_TOKEN,
          REQUEST_LATENCY,
          TIME_TO_FIRST_TOKEN_FROM_SCHEDULE,
          TIME_TO_FIRST_OUTPUT_TOKEN_FROM_SCHEDULE,
          REQUEST_LATENCY_FROM_SCHEDULE ->
          true;
      default -> false;
    };
  }
}
