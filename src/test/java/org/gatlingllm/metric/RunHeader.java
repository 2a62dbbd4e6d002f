package org.gatlingllm.metric;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is known of a run before its first request. It goes into logs and reports, so it holds no
 * secrets, whatever it is made of.
 *
 * @param label names the run in reports
 * @param simulation class name of the simulation
 * @param gatlingVersion version of Gatling
 * @param javaVersion version of the JVM
 * @param startedAtMicros wall clock at the clock base, microseconds since the epoch
 * @param baseNanos the monotonic clock at that same instant
 * @param seed of prompts and arrivals
 * @param target the server under test
 * @param settings every setting in force, by key
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

  /** Leaves secrets out and sorts the settings by key. */
  public RunHeader {
    Map<String, String> shown = new TreeMap<>(settings);
    shown.keySet().removeIf(Secrets::named);
    shown.replaceAll((key, value) -> Secrets.withoutCredentials(value));
    settings = Collections.unmodifiableMap(shown);
  }

  /**
   * The server under test.
   *
   * @param baseUrl where it is; credentials in it are hidden
   * @param dialect name of the dialect spoken
   * @param model name of the model asked for, empty when none was
   */
  public record Target(String baseUrl, String dialect, String model) {

    /** Hides credentials. */
    public Target {
      baseUrl = Secrets.withoutCredentials(baseUrl);
    }
  }
}
