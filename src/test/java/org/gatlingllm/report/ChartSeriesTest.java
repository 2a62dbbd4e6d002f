package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.junit.jupiter.api.Test;

class ChartSeriesTest {
  private static final Run MANY = PageRuns.closed(2, 2_000);

  @Test
  void percentilesGoFromTheFastestToTheSlowest() throws IOException {
    JsonNode level = level(MANY, 1);
    JsonNode ttft = level.path("metrics").path("time_to_first_token");
    JsonNode points = level.path("series").path("percentiles").path("time_to_first_token");

    assertThat(points.get(0).asDouble()).isCloseTo(ttft.path("min").asDouble(), within(0.05));
    assertThat(points.get(points.size() - 1).asDouble())
        .isCloseTo(ttft.path("max").asDouble(), within(0.5));
    // k = 12 is one decade: q = 0.9
    assertThat(points.get(SeriesDistributions.STEPS_A_DECADE).asDouble())
        .isCloseTo(ttft.path("p90").asDouble(), within(0.05));
    assertThat(numbers(points)).isSorted();
  }

  @Test
  void everyGapIsInOneBinOfTheHistogram() throws IOException {
    JsonNode level = level(MANY, 0);
    JsonNode histogram = level.path("series").path("itl_histogram");

    assertThat(numbers(histogram.path("counts")))
        .hasSize(SeriesDistributions.BINS)
        .satisfies(
            counts ->
                assertThat(DoubleStream.of(counts).sum())
                    .isEqualTo(
                        level.path("metrics").path("inter_token_latency").path("count").asInt()));
    double last =
        histogram.path("from_ms").asDouble()
            * Math.pow(histogram.path("ratio").asDouble(), SeriesDistributions.BINS);
    assertThat(last)
        .isGreaterThanOrEqualTo(
            level.path("metrics").path("inter_token_latency").path("max").asDouble() * 0.999);
  }

  @Test
  void theTimeLineAddsUpToTheLevel() throws IOException {
    JsonNode level = level(MANY, 1);
    JsonNode timeline = level.path("series").path("timeline");
    double seconds = level.path("window").path("duration_s").asDouble();
    double[] inFlight = numbers(timeline.path("in_flight"));

    assertThat(inFlight.length).isBetween(20, SeriesTimeline.MOST_BUCKETS);
    assertThat(DoubleStream.of(numbers(timeline.path("ended"))).sum()).isEqualTo(2_000);
    assertThat(weighted(inFlight, timeline, seconds))
        .isCloseTo(level.path("littles_law").path("expected_in_flight").asDouble(), within(0.01));
    assertThat(weighted(numbers(timeline.path("output_tokens_per_second")), timeline, seconds))
        .isCloseTo(level.path("output_token_throughput").asDouble(), within(1.0));
  }

  @Test
  void manyPointsAreThinnedAndTheSlowestStay() throws IOException {
    JsonNode level = level(MANY, 0);
    JsonNode ttft = level.path("series").path("ttft");
    double slowest = level.path("metrics").path("time_to_first_token").path("max").asDouble();

    assertThat(ttft.path("count").asInt()).isEqualTo(2_000);
    assertThat(ttft.path("points").size()).isBetween(300, SeriesScatter.MOST_POINTS);
    assertThat(StreamSupport.stream(ttft.path("points").spliterator(), false))
        .anySatisfy(p -> assertThat(p.get(1).asDouble()).isCloseTo(slowest, within(0.5)));
  }

  @Test
  void fewPointsAreAllThere() throws IOException {
    assertThat(level(PageRuns.closed(1, 50), 0).path("series").path("ttft").path("points"))
        .hasSize(50);
  }

  @Test
  void theSlowestRequestsComeFirstWithTheirLastToken() throws IOException {
    JsonNode slowest = level(MANY, 0).path("series").path("slowest");

    assertThat(slowest).hasSize(SeriesWaterfall.MOST_REQUESTS);
    double before = Double.MAX_VALUE;
    for (JsonNode request : slowest) {
      double end = request.path("end_ms").asDouble();
      JsonNode ticks = request.path("ticks_ms");
      assertThat(end).isLessThanOrEqualTo(before);
      assertThat(ticks.size()).isBetween(1, SeriesWaterfall.MOST_TICKS);
      // the stream closes one millisecond after its last token
      assertThat(ticks.get(ticks.size() - 1).asDouble()).isCloseTo(end - 1, within(0.2));
      before = end;
    }
  }

  @Test
  void equalFailuresAreCountedTogetherWithOneSample() throws IOException {
    RequestRecord.Ending busy =
        PageRuns.failed(Outcome.HTTP_STATUS, 429, "status 429", "slow down");
    RequestRecord.Ending cut = PageRuns.failed(Outcome.TRUNCATED, 200, "cut", "x".repeat(1_000));
    JsonNode level =
        level(PageRuns.ended(busy, cut, busy, RequestRecord.Ending.ok(200, "stop")), 0);

    JsonNode samples = level.path("failure_samples");
    assertThat(samples).hasSize(2);
    assertThat(samples.get(0).path("class").asText()).isEqualTo("rate_limited");
    assertThat(samples.get(0).path("count").asInt()).isEqualTo(2);
    assertThat(samples.get(0).path("sample").asText()).isEqualTo("slow down");
    assertThat(samples.get(1).path("sample").asText()).hasSize(SeriesFailures.LONGEST_SAMPLE + 1);
    assertThat(level.path("series").path("failures").path("count").asInt()).isEqualTo(3);
    assertThat(DoubleStream.of(numbers(level.path("series").path("timeline").path("failed"))).sum())
        .isEqualTo(3);
  }

  @Test
  void gaugesOfTheEngineAreDrawnFromTheWindowsStartWithGapsWhereTheyFailed() throws IOException {
    // a level of 50 requests each 50 ms; readings go on after it
    Run run = PageRuns.withEngine(PageRuns.closed(1, 50), 30, 100_000_000);
    JsonNode level = level(run, 0);
    JsonNode engine = level.path("series").path("engine");
    double seconds = level.path("window").path("duration_s").asDouble();

    assertThat(engine)
        .extracting(g -> g.path("name").asText())
        .containsExactly("running", "waiting", "kv_cache_usage_ratio");
    JsonNode running = engine.path(0).path("points");
    assertThat(running.size()).isEqualTo((int) (seconds / 0.1) + 1).isLessThan(30);
    assertThat(running.path(0)).hasToString("[0.0,0]");
    assertThat(running.path(3)).hasToString("[0.3,3]");
    assertThat(running.path(9).path(1).isNull()).isTrue();
    assertThat(level.path("engine").path("running").path("max").asInt()).isEqualTo(4);
    assertThat(level.path("engine").path("readings").asInt())
        .isEqualTo(running.size() - running.size() / 10);
  }

  @Test
  void manyReadingsAreThinnedForTheChartAndNotForTheNumbers() throws IOException {
    Run run = PageRuns.withEngine(PageRuns.closed(1, 2_000), 10_000, 10_000_000);
    JsonNode level = level(run, 0);
    JsonNode gauge = level.path("series").path("engine").path(0);

    assertThat(gauge.path("count").asInt()).isGreaterThan(9_000);
    assertThat(gauge.path("points").size())
        .isBetween(SeriesEngine.MOST_POINTS / 2, SeriesEngine.MOST_POINTS);
    assertThat(level.path("engine").path("readings").asInt()).isGreaterThan(8_000);
  }

  @Test
  void withoutAnEngineThereIsNothingOfIt() throws IOException {
    JsonNode level = level(PageRuns.closed(1, 50), 0);
    assertThat(level.has("engine")).isFalse();
    assertThat(level.path("series").has("engine")).isFalse();
  }

  private static double weighted(double[] values, JsonNode timeline, double seconds) {
    double width = timeline.path("bucket_s").asDouble();
    double sum = 0;
    for (int b = 0; b < values.length; b++) {
      sum += values[b] * Math.min(width, seconds - b * width);
    }
    return sum / seconds;
  }

  private static double[] numbers(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .toArray();
  }

  private static JsonNode level(Run run, int index) throws IOException {
    return new ObjectMapper().readTree(PageTest.json(run)).path("levels").path(index);
  }
}
