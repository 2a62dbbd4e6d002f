package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.gatlingllm.stream.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EngineMetricsTest {
  private static final String NOBODY = "http://127.0.0.1:1";

  @Test
  void simulatedServerIsReadUnlessToldOtherwise() {
    assertThat(metrics(NOBODY, Map.of())).isPresent();
    assertThat(metrics(NOBODY, Map.of("llm.metricsUrl", "none"))).isEmpty();
  }

  @Test
  void anotherServerIsReadWhereItsMetricsAreNamed() {
    Map<String, String> server = Map.of("llm.baseUrl", NOBODY);
    assertThat(metrics(NOBODY, server)).isEmpty();
    assertThat(metrics(NOBODY, and(server, "llm.metricsUrl", NOBODY + "/metrics"))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/metrics", "/metrics?model=x"})
  void pathOfTheMetricsMayBeLeftOut(String path) {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(ServerOptions.preset("fast"))) {
      EngineMetrics metrics =
          metrics(NOBODY, Map.of("llm.metricsUrl", server.baseUrl() + path)).orElseThrow();
      assertThat(metrics.checked().of(EngineGauge.WAITING)).isZero();
    }
  }

  @Test
  void addressWithoutMetricsIsOneSentenceWithoutItsCredentials() {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(ServerOptions.preset("fast"))) {
      String url = server.baseUrl().replace("//", "//me:hunter2@") + "/nothing?token=hunter2";
      EngineMetrics metrics = metrics(NOBODY, Map.of("llm.metricsUrl", url)).orElseThrow();
      assertThatThrownBy(metrics::checked)
          .isInstanceOf(SettingsException.class)
          .hasMessage(
              "cannot read the engine's metrics at "
                  + server.baseUrl()
                  + "/nothing?token=***: expected gauges of vLLM, SGLang, TGI or llama.cpp, found"
                  + " status 404; start the engine with its metrics (SGLang: --enable-metrics,"
                  + " llama.cpp: --metrics), or set -Dllm.metricsUrl=… to their address or to none");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:8000", "ftp://host/metrics", "http://", "http://a b", "on"})
  void whatIsNoAddressIsRefused(String url) {
    assertThatThrownBy(() -> metrics(NOBODY, Map.of("llm.metricsUrl", url)))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("cannot use setting llm.metricsUrl: expected a URL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "50 ms", "0 s", "often"})
  void intervalNeedsAUnitAndMayNotBeTooShort(String interval) {
    assertThatThrownBy(() -> metrics(NOBODY, Map.of("llm.metricsInterval", interval)))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(
            "cannot use setting llm.metricsInterval: expected a duration with its unit");
  }

  private static Optional<EngineMetrics> metrics(String baseUrl, Map<String, String> properties) {
    Target target = new Target(baseUrl, Dialect.named("openai-chat"), "", "label", "llm.baseUrl");
    return EngineMetrics.of(Settings.read(properties), target);
  }

  private static Map<String, String> and(Map<String, String> map, String key, String value) {
    Map<String, String> more = new HashMap<>(map);
    more.put(key, value);
    return more;
  }
}
