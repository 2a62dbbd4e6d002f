package org.gatlingllm.metric;

import java.util.Map;

/**
 * What is known of a run before its first request.
 *
 * @param label names the run in reports
 * @param simulation class name of the simulation
 * @param gatlingVersion version of Gatling
 * @param javaVersion version of the JVM
 * @param startedAtMicros wall clock at the clock base, microseconds since the epoch
 * @param baseNanos the monotonic clock at that same instant
 * @param seed of prompts and arrivals
 * @param target the server under test
 * @param settings every setting in force, secrets left out
 */
public record RunHeader(
    String label,
    String simulation,
    String gatlingVersion,
    String javaVersion,
    long startedAtMicros,
    long baseNanos,
    long seed,
    Target target,
    Map<String, String> settings) {

  /** Copies the settings. */
  public RunHeader {
    settings = Map.copyOf(settings);
  }

  /**
   * The server under test.
   *
   * @param baseUrl without credentials
   * @param dialect name of the dialect spoken
   * @param model name of the model asked for, empty when none was
   */
  public record Target(String baseUrl, String dialect, String model) {}
}
