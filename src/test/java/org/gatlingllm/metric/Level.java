package org.gatlingllm.metric;

import org.jspecify.annotations.Nullable;

/**
 * One load setting: one point of the curve.
 *
 * @param name unique in a run, names the group and the scenario: {@code c=8}, {@code rate=0.35},
 *     {@code rate=90%}, {@code c=8 #2 @b}
 * @param load what was asked for
 * @param repeat which repeat of the same load, from 1
 * @param target which server, where a run compares two ({@code a}, {@code b}), else null
 * @param promptTokens the prompt length asked for, or {@link TokenCounts#UNKNOWN}
 * @param maxTokens the answer length asked for, or {@link TokenCounts#UNKNOWN}
 * @param exactLength whether every answer was asked to have exactly that length
 * @param paced whether users pause between requests, so that concurrency is not held
 */
public record Level(
    String name,
    Load load,
    int repeat,
    @Nullable String target,
    int promptTokens,
    int maxTokens,
    boolean exactLength,
    boolean paced) {

  /** What a level asks of the injector. */
  public sealed interface Load {}

  /**
   * A fixed number of users, each of which sends its next request when the last one ended.
   *
   * @param concurrency users, at least 1
   */
  public record Closed(int concurrency) implements Load {}

  /**
   * Arrivals that do not wait for answers.
   *
   * @param requestsPerSecond the rate, or NaN while it is still to be derived from the closed peak
   * @param peakShare the share of the closed peak asked for (0.9 for 90 %), or NaN
   * @param arrivals the process: {@code poisson}, {@code constant}, …
   */
  public record Open(double requestsPerSecond, double peakShare, String arrivals) implements Load {}

  /**
   * The name of its load, the same in all repeats and on both servers: {@code c=8} of {@code c=8 #2
   * @b}.
   */
  public String loadName() {
    String untargeted = without(name, " @" + target);
    return without(untargeted, " #" + repeat);
  }

  private static String without(String name, String suffix) {
    return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
  }

  /** This open level, with its rate known. */
  public Level withRate(double requestsPerSecond) {
    Open open = (Open) load;
    Open resolved = new Open(requestsPerSecond, open.peakShare, open.arrivals);
    return new Level(name, resolved, repeat, target, promptTokens, maxTokens, exactLength, paced);
  }

  /** Whether the level is a closed loop. */
  public boolean closed() {
    return load instanceof Closed;
  }
}
