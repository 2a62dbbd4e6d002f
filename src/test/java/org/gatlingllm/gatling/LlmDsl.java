package org.gatlingllm.gatling;

import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.exec.Executable;
import java.time.Duration;
import org.gatlingllm.gatling.StreamChecks.StreamCheckType;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.TokenCounts;

/**
 * The entry points, for static import beside Gatling's {@code CoreDsl} and {@code HttpDsl}.
 *
 * <pre>{@code
 * ChatActionBuilder chat = llm("chat").model("m").prompt("Explain #{topic}").maxTokens(64)
 *     .check(ttft().lt(Duration.ofSeconds(2)), finishReason().is("stop"));
 *
 * setUp(load(
 *         closed(chat).concurrency(1, 2, 4, 8).requests(24),
 *         open(chat).rates(List.of("50%", "90%")).requests(24)))
 *     .protocols(http.baseUrl("http://127.0.0.1:8000"), llm);
 * }</pre>
 */
public final class LlmDsl {
  private LlmDsl() {}

  /** A streaming request of this name. */
  public static ChatActionBuilder llm(String name) {
    return ChatActionBuilder.named(name);
  }

  /**
   * Closed levels of these steps: a fixed number of users in a loop. Steps that pause need {@link
   * ClosedProfile#paced()}.
   */
  public static ClosedProfile closed(Executable steps) {
    return ClosedProfile.of(journey(steps));
  }

  /** Open levels of these steps: arrivals that do not wait for answers. */
  public static OpenProfile open(Executable steps) {
    return OpenProfile.of(journey(steps));
  }

  /** A closed level that warms client and server, and is in no number. */
  public static ClosedProfile warmUp(Executable steps) {
    return ClosedProfile.warmUp(journey(steps));
  }

  /**
   * A level that warms the client alone, before the server is asked anything: its steps go to
   * another server and end when the JVM has compiled them.
   *
   * @param most the longest it may take
   */
  public static LoadProfile clientWarmUp(Executable steps, Duration most) {
    return new ClientWarmUp(journey(steps), most);
  }

  /**
   * Puts profiles in a row: each level begins when the one before is done. For {@code setUp}.
   *
   * @throws IllegalArgumentException when there is no level at all, two levels have one name, or a
   *     rate is a share of a closed peak and no closed level of its prompt length that can tell one
   *     comes before it
   */
  public static PopulationBuilder load(LoadProfile... profiles) {
    return Load.of(profiles).population();
  }

  /** Time to first token, any channel. */
  public static DurationCheck ttft() {
    return StreamChecks.duration(Metric.TIME_TO_FIRST_TOKEN);
  }

  /** Mean inter-token latency of the answer. */
  public static DurationCheck itl() {
    return StreamChecks.duration(Metric.INTER_TOKEN_LATENCY);
  }

  /** Time per output token after the first. */
  public static DurationCheck tpot() {
    return StreamChecks.duration(Metric.TIME_PER_OUTPUT_TOKEN);
  }

  /** Request latency: last token − sent. */
  public static DurationCheck e2el() {
    return StreamChecks.duration(Metric.REQUEST_LATENCY);
  }

  /** Output tokens, as the server told; token events where it did not. */
  public static CheckBuilder.Find<Integer> outputTokens() {
    return StreamChecks.count("outputTokens", TokenCounts::outputOrEvents);
  }

  /** Prompt tokens, as the server told. */
  public static CheckBuilder.Find<Integer> promptTokens() {
    return StreamChecks.count("promptTokens", TokenCounts::prompt);
  }

  /** The finish reason, as the server spells it. */
  public static CheckBuilder.Find<String> finishReason() {
    return StreamChecks.text(
        "finishReason", StreamCheckType.NUMBERS, s -> s.record().ending().finishReason());
  }

  /** All visible text. */
  public static CheckBuilder.Find<String> content() {
    return StreamChecks.text("content", StreamCheckType.TEXT, s -> s.text().content());
  }

  /** All reasoning text. */
  public static CheckBuilder.Find<String> reasoning() {
    return StreamChecks.text("reasoning", StreamCheckType.TEXT, s -> s.text().reasoning());
  }

  private static Journey journey(Executable steps) {
    return new Journey(steps, TokenCounts.UNKNOWN, false, false);
  }
}
