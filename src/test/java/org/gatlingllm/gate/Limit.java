package org.gatlingllm.gate;

import java.util.List;

/** One limit of an SLO. */
sealed interface Limit permits MetricLimit, ShareLimit, RateLimit, CapacityLimit, OfflineLimit {
  /** What it is about. */
  Scope scope();

  /** What is bounded, without the level: {@code p95 ttft ≤ 200 ms}. */
  String words();

  /** The bound alone. */
  Bound bound();

  /** The questions that it asks of a run with these loads; at least one. */
  default List<Question> questions(List<Load> loads) {
    return Question.eachLoad(this, loads);
  }

  /** Whether it is about gaps between tokens: a client that is late makes these look shorter. */
  default boolean onGaps() {
    return false;
  }

  /** Whether it is about requests that failed. */
  default boolean onErrors() {
    return false;
  }

  /**
   * Answers a question.
   *
   * @param samples one a load of the question, at least one
   */
  Judgement judge(List<LoadSample> samples);
}
