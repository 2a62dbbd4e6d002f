package org.gatlingllm.gate;

import java.util.Map;
import java.util.OptionalDouble;
import org.gatlingllm.metric.Unit;

/** What a limit's number can be, and the units that it may be written in. */
enum Dimension {
  TIME("a time with its unit, as in \"<= 200 ms\""),
  SHARE("a share, as in \"<= 1 %\" or \"<= 0.01\""),
  TOKENS("a count with its unit, as in \">= 60 tokens\""),
  TOKEN_RATE("a rate with its unit, as in \">= 100 tok/s\""),
  REQUEST_RATE("a rate with its unit, as in \">= 2 requests/s\""),
  USERS("a number of users, as in \"4 users\""),
  JOBS("a number of jobs, as in \"1000 jobs\""),
  MONEY("an amount with its currency, as in \"<= 2.50 USD\"");

  private static final Map<Dimension, Map<String, Double>> UNITS =
      Map.of(
          TIME,
          Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "h", 3600e9),
          SHARE,
          Map.of("%", 0.01, "", 1.0),
          TOKENS,
          Map.of("tokens", 1.0, "token", 1.0),
          TOKEN_RATE,
          Map.of("tok/s", 1.0, "tokens/s", 1.0),
          REQUEST_RATE,
          Map.of("requests/s", 1.0, "request/s", 1.0, "req/s", 1.0, "/s", 1.0),
          USERS,
          Map.of("users", 1.0, "user", 1.0),
          JOBS,
          Map.of("jobs", 1.0, "job", 1.0));

  private final String expected;

  Dimension(String expected) {
    this.expected = expected;
  }

  static Dimension of(Unit unit) {
    return switch (unit) {
      case MILLISECONDS -> TIME;
      case TOKENS -> TOKENS;
      case TOKENS_PER_SECOND -> TOKEN_RATE;
    };
  }

  /** What stands in a sentence on a value that is none of this kind. */
  String expected() {
    return expected;
  }

  /** What one of this unit is inside: nanoseconds, 0 to 1, per second; empty if there is none. */
  OptionalDouble factor(String unit) {
    if (this == MONEY) {
      return unit.matches("\\p{Alpha}+|\\p{Sc}") ? OptionalDouble.of(1) : OptionalDouble.empty();
    }
    Double factor = UNITS.getOrDefault(this, Map.of()).get(unit);
    return factor == null ? OptionalDouble.empty() : OptionalDouble.of(factor);
  }
}
