package org.gatlingllm.gate;

import java.util.List;
import java.util.Optional;

/**
 * What a batch of jobs needs: time or money.
 *
 * @param need which
 * @param jobs how many, for the makespan
 */
record OfflineLimit(Scope scope, Need need, long jobs, Bound bound) implements Limit {
  private static final double SECONDS_AN_HOUR = 3600;
  private static final double MILLION = 1e6;

  /** What is needed. */
  enum Need {
    /** {@code jobs ÷ request_throughput}. */
    MAKESPAN(Rate.REQUEST_THROUGHPUT, "makespan"),
    /** {@code cost per hour ÷ 3600 ÷ output_token_throughput × 10⁶}. */
    OUTPUT_COST(Rate.OUTPUT_TOKEN_THROUGHPUT, "cost_per_million_output_tokens"),
    /** {@code cost per hour ÷ 3600 ÷ total_token_throughput × 10⁶}. */
    TOTAL_COST(Rate.TOTAL_TOKEN_THROUGHPUT, "cost_per_million_tokens");

    private final Rate rate;
    private final String key;

    Need(Rate rate, String key) {
      this.rate = rate;
      this.key = key;
    }

    String key() {
      return key;
    }
  }

  @Override
  public String words() {
    return (need == Need.MAKESPAN ? "makespan of " + Shown.count(jobs, "job") : need.key())
        + " "
        + bound.words();
  }

  @Override
  public Judgement judge(List<LoadSample> samples) {
    LoadSample sample = samples.get(0);
    RateEstimate rate = need.rate.of(sample);
    int n = sample.ended().size();
    if (!(rate.value() > 0)) {
      return Judgement.absent(n, "this level has no " + need.rate.key() + ": nothing to judge");
    }
    Optional<String> unknown = unknownCost(sample.costPerHour());
    if (unknown.isPresent()) {
      return Judgement.absent(n, unknown.get());
    }
    double whole = whole(sample.costPerHour());
    return new Judgement(
        RateLimit.kind(bound, whole / rate.value(), whole / rate.high(), whole / rate.low()),
        shown(whole / rate.value()),
        n,
        Shown.interval(shown(whole / rate.high()), shown(whole / rate.low())),
        "from " + need.rate.shown(rate.value()) + " of this level");
  }

  private Optional<String> unknownCost(Optional<Money> costPerHour) {
    if (need == Need.MAKESPAN) {
      return Optional.empty();
    }
    if (costPerHour.isEmpty()) {
      return Optional.of(
          "the cost of the server is not known: set costPerHour, as in \"2.50 USD\"");
    }
    return costPerHour.get().currency().equals(bound.unit())
        ? Optional.empty()
        : Optional.of(
            "costPerHour is in "
                + costPerHour.get().currency()
                + " and the limit in "
                + bound.unit()
                + ": use one currency");
  }

  /** What is divided by the rate. */
  private double whole(Optional<Money> costPerHour) {
    return need == Need.MAKESPAN
        ? jobs * 1e9
        : costPerHour.map(Money::amount).orElse(Double.NaN) / SECONDS_AN_HOUR * MILLION;
  }

  private String shown(double value) {
    if (need == Need.MAKESPAN) {
      return Shown.time(value);
    }
    return Double.isFinite(value) ? Shown.number(value) + " " + bound.unit() : Shown.NONE;
  }
}
