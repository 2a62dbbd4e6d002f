package org.gatlingllm.metric;

/** The unit in which a metric is shown; inside, times are nanoseconds. */
public enum Unit {
  /** Times: nanoseconds inside, milliseconds shown. */
  MILLISECONDS("ms", 1e6),
  /** Counts of tokens. */
  TOKENS("tokens", 1),
  /** Rates of tokens. */
  TOKENS_PER_SECOND("tok/s", 1);

  private final String symbol;
  private final double divisor;

  Unit(String symbol, double divisor) {
    this.symbol = symbol;
    this.divisor = divisor;
  }

  /** As it stands behind a number. */
  public String symbol() {
    return symbol;
  }

  /** Turns a value as measured (nanoseconds for times) into one as shown (milliseconds). */
  public double shown(double measured) {
    return measured / divisor;
  }

  /** Turns a value as shown into one as measured. */
  public double measured(double shown) {
    return shown * divisor;
  }
}
