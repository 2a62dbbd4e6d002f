package org.gatlingllm.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gatlingllm.metric.EngineGauge.KV_CACHE_USAGE_RATIO;
import static org.gatlingllm.metric.EngineGauge.RUNNING;
import static org.gatlingllm.metric.EngineGauge.WAITING;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.gatlingllm.metric.EngineGauge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MetricsTextTest {

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of(
            "vllm", Map.of(RUNNING, 46.0, WAITING, 7.0, KV_CACHE_USAGE_RATIO, 0.8123456789012345)),
        Arguments.of("vllm-2024", Map.of(RUNNING, 8.0, WAITING, 2.0, KV_CACHE_USAGE_RATIO, 0.003)),
        Arguments.of("sglang", Map.of(RUNNING, 12.0, WAITING, 5.0, KV_CACHE_USAGE_RATIO, 0.28)),
        Arguments.of("tgi", Map.of(RUNNING, 9.0, WAITING, 6.0)),
        Arguments.of("llamacpp", Map.of(RUNNING, 4.0, WAITING, 3.0)),
        Arguments.of(
            "llamacpp-2024", Map.of(RUNNING, 2.0, WAITING, 0.0, KV_CACHE_USAGE_RATIO, 0.625)));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void gaugesOfEachEngineAreFound(String engine, Map<EngineGauge, Double> gauges)
      throws IOException {
    assertThat(MetricsText.gauges(body(engine))).isEqualTo(gauges);
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void underscoresAreAsGoodAsColons(String engine, Map<EngineGauge, Double> gauges)
      throws IOException {
    assertThat(MetricsText.gauges(body(engine).replace(':', '_'))).isEqualTo(gauges);
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void lineEndsOfWindowsAreAsGood(String engine, Map<EngineGauge, Double> gauges)
      throws IOException {
    assertThat(MetricsText.gauges(body(engine).replace("\n", "\r\n"))).isEqualTo(gauges);
  }

  @Test
  void countsOfDataParallelRanksAreSummedAndTheFullestCacheCounts() {
    assertThat(
            MetricsText.gauges(
                """
                sglang:num_running_reqs{dp_rank="0",tp_rank="0"} 3.0
                sglang:num_running_reqs{dp_rank="1",tp_rank="1"} 4.0
                sglang:token_usage{dp_rank="0",tp_rank="0"} 0.7
                sglang:token_usage{dp_rank="1",tp_rank="1"} 0.4
                """))
        .isEqualTo(Map.of(RUNNING, 7.0, KV_CACHE_USAGE_RATIO, 0.7));
  }

  @Test
  void ranksThatWorkOnTheSameRequestsCountOnce() {
    assertThat(
            MetricsText.gauges(
                """
                sglang:num_running_reqs{model_name="m",tp_rank="0",pp_rank="0"} 4.0
                sglang:num_running_reqs{model_name="m",tp_rank="1",pp_rank="0"} 4.0
                sglang:num_running_reqs{model_name="m",tp_rank="0",pp_rank="1"} 4.0
                """))
        .isEqualTo(Map.of(RUNNING, 4.0));
  }

  @Test
  void bucketsOfPrioritiesDoNotCountBesideTheirSum() {
    assertThat(
            MetricsText.gauges(
                """
                sglang:num_queue_reqs{priority="",tp_rank="0"} 14.0
                sglang:num_queue_reqs{priority="-1",tp_rank="0"} 4.0
                sglang:num_queue_reqs{priority="0",tp_rank="0"} 10.0
                """))
        .isEqualTo(Map.of(WAITING, 14.0));
  }

  @Test
  void valuesThatAreNoCountAreNotTold() {
    assertThat(
            MetricsText.gauges(
                """
                vllm:num_requests_running{engine="0"} NaN
                vllm:num_requests_running{engine="1"} 2
                vllm:num_requests_waiting -1
                vllm:kv_cache_usage_perc +Inf
                """))
        .isEqualTo(Map.of(RUNNING, 2.0));
  }

  @Test
  void sumThatIsNoNumberIsNotTold() {
    assertThat(
            MetricsText.gauges(
                """
                vllm:num_requests_running{engine="0"} 1e308
                vllm:num_requests_running{engine="1"} 1e308
                vllm:num_requests_waiting 2
                """))
        .isEqualTo(Map.of(WAITING, 2.0));
  }

  @Test
  void noughtIsAValue() {
    assertThat(MetricsText.gauges("tgi_queue_size 0")).isEqualTo(Map.of(WAITING, 0.0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n\n",
        "<!DOCTYPE html>\n<html><body>tgi_queue_size 3</body></html>",
        "{\"tgi_queue_size\": 3}",
        "# tgi_queue_size 3",
        "my_tgi_queue_size 3\ntgi_queue_size_total 3\nTGI_QUEUE_SIZE 3"
      })
  void otherTextHasNone(String text) {
    assertThat(MetricsText.gauges(text)).isEmpty();
  }

  @Test
  void hostileLinesArePassedOver() {
    String longLabel = "x".repeat(MetricsText.LONGEST_LINE);
    String text =
        "tgi_queue_size{a=\""
            + longLabel
            + "\"} 1\n"
            + "tgi_queue_size{a=\"open\n"
            + "\u0000\uFFFD\n"
            + "{".repeat(1_000)
            + "\ntgi_queue_size 5";
    assertThat(MetricsText.gauges(text)).isEqualTo(Map.of(WAITING, 5.0));
  }

  private static String body(String engine) throws IOException {
    try (var in = MetricsTextTest.class.getResourceAsStream(engine + ".txt")) {
      if (in == null) {
        throw new IOException("cannot find " + engine);
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
