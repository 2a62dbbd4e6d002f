package org.gatlingllm.analysis;

import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.gatlingllm.metric.Level.Open;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.SteadySpan;
import org.gatlingllm.metric.TokenCounts;

/** The rates of a level: what {@link Rates} names, by the formulas written there. */
final class LevelRates {
  private final LevelRecords records;
  private final Optional<Window> steady;

  private LevelRates(LevelRecords records) {
    this.records = records;
    this.steady = SteadyState.span(records.ended(), records.concurrency());
  }

  static Rates of(LevelRecords records, RequestSlo slo) {
    return new LevelRates(records).rates(slo);
  }

  private Rates rates(RequestSlo slo) {
    double seconds = records.window().seconds();
    List<RequestRecord> ok = records.ok();
    boolean closed = records.level().closed();
    double good = slo.asked() ? ok.stream().filter(r -> Goodput.met(r, slo)).count() : Double.NaN;
    return new Rates(
        ratio(ok.size(), seconds),
        ratio(outputTokens(ok), seconds),
        ratio(outputTokens(ok) + promptTokens(ok), seconds),
        closed ? steadyOutputTokens() : Double.NaN,
        closed ? SteadySpan.requestRate(records.ended(), records.concurrency()) : Double.NaN,
        ratio(good, seconds),
        ratio(good, records.ended().size()),
        records.level().load() instanceof Open open ? open.requestsPerSecond() : Double.NaN,
        closed ? Double.NaN : arrivalRate(r -> r.timings().scheduledNanos()),
        achieved());
  }

  private double steadyOutputTokens() {
    return steady
        .map(span -> SteadyState.arrivedTokens(records.ended(), span) / span.seconds())
        .orElse(Double.NaN);
  }

  /** Requests sent after the steady span began ÷ span: (n − 1) ÷ span of arrivals when open. */
  private double achieved() {
    return steady
        .map(span -> SteadyState.sentAfterStart(records.ended(), span) / span.seconds())
        .orElse(Double.NaN);
  }

  /** (n − 1) ÷ (last − first): n arrivals have n − 1 gaps. */
  private double arrivalRate(ToLongFunction<RequestRecord> mark) {
    long[] marks = records.ended().stream().mapToLong(mark).sorted().toArray();
    return marks.length < 2
        ? Double.NaN
        : ratio(marks.length - 1, new Window(marks[0], marks[marks.length - 1]).seconds());
  }

  private static double outputTokens(List<RequestRecord> ok) {
    return ok.stream().mapToLong(r -> r.tokens().outputOrEvents()).sum();
  }

  /** NaN where one answer did not tell: a sum without it would be too small. */
  private static double promptTokens(List<RequestRecord> ok) {
    return ok.stream()
        .filter(r -> !r.empty())
        .mapToDouble(r -> r.tokens().prompt())
        .map(prompt -> prompt == TokenCounts.UNKNOWN ? Double.NaN : prompt)
        .sum();
  }

  private static double ratio(double part, double whole) {
    return whole > 0 ? part / whole : Double.NaN;
  }
}
