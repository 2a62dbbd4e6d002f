package org.gatlingllm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.gatlingllm.engine.MetricsEndpoint;
import org.gatlingllm.engine.MetricsPoller;
import org.gatlingllm.gatling.ApiKey;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Secrets;

/**
 * Where the engine's own metrics are: at {@code llm.metricsUrl}, or on the simulated server.
 *
 * @param shown the address as messages may show it
 * @param endpoint what is read there
 * @param poller reads it during the load
 */
record EngineMetrics(String shown, MetricsEndpoint endpoint, MetricsPoller poller) {
  private static final String URL = "llm.metricsUrl";
  private static final String INTERVAL = "llm.metricsInterval";
  private static final String OFF = "none";
  private static final String PATH = "/metrics";
  private static final Duration LEAST = Duration.ofMillis(100);
  private static final Duration STANDARD = Duration.ofSeconds(1);

  /**
   * Finds them; empty where none are to be read.
   *
   * @throws SettingsException when a setting cannot be used
   */
  static Optional<EngineMetrics> of(Settings settings, Target target) {
    Duration interval = interval(settings);
    String url = settings.text(URL);
    if (url.equalsIgnoreCase(OFF) || (url.isEmpty() && !simulated(settings))) {
      return Optional.empty();
    }
    URI given =
        url.isEmpty() ? URI.create(target.baseUrl()) : Target.checkAddress(settings, URL, url);
    URI address = address(given);
    MetricsEndpoint endpoint = new MetricsEndpoint(address, authorization(given, target));
    String shown = Secrets.withoutCredentials(address.toString());
    return Optional.of(new EngineMetrics(shown, endpoint, new MetricsPoller(endpoint, interval)));
  }

  /**
   * Reads them once.
   *
   * @throws SettingsException when that gives no gauge
   */
  EngineReading checked() {
    EngineReading reading = endpoint.read();
    if (reading.failure() != null) {
      throw new SettingsException(
          "cannot read the engine's metrics at "
              + shown
              + ": expected gauges of vLLM, SGLang, TGI or llama.cpp, found "
              + reading.failure()
              + "; start the engine with its metrics (SGLang: --enable-metrics, llama.cpp:"
              + " --metrics), or set -D"
              + URL
              + "=… to their address or to none");
    }
    return reading;
  }

  private static boolean simulated(Settings settings) {
    return settings.text("llm.baseUrl").isEmpty();
  }

  /** The simulated server's times may be shortened: so is the interval then. */
  private static Duration interval(Settings settings) {
    if (!settings.text(INTERVAL).isEmpty()) {
      return settings.duration(INTERVAL, LEAST);
    }
    if (!simulated(settings)) {
      return STANDARD;
    }
    double scale = Math.min(1, settings.number("llm.server.timeScale"));
    Duration scaled = Duration.ofMillis((long) (STANDARD.toMillis() * scale));
    return scaled.compareTo(LEAST) < 0 ? LEAST : scaled;
  }

  /** Without user and password, which go into a header, and with a path. */
  private static URI address(URI given) {
    String server = given.getRawAuthority();
    boolean bare = given.getRawPath().isEmpty() || given.getRawPath().equals("/");
    return URI.create(
        given.getScheme()
            + "://"
            + server.substring(server.lastIndexOf('@') + 1)
            + (bare ? PATH : given.getRawPath())
            + (given.getRawQuery() == null ? "" : "?" + given.getRawQuery()));
  }

  /** The address's own user and password, else the API key where it belongs to the same server. */
  private static Optional<String> authorization(URI given, Target target) {
    if (given.getUserInfo() != null) {
      byte[] user = given.getUserInfo().getBytes(UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(user));
    }
    URI base = URI.create(target.baseUrl());
    boolean same =
        given.getHost().equals(base.getHost())
            && given.getPort() == base.getPort()
            && given.getScheme().equals(base.getScheme());
    return same ? ApiKey.of(System.getenv()).map(key -> "Bearer " + key.value()) : Optional.empty();
  }
}
