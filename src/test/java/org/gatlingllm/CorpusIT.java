package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.server.Fault;
import org.gatlingllm.server.FaultScript;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The corpus over real sockets, through a real run of Gatling, into its report. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CorpusIT {
  private final List<CorpusBody> bodies = CorpusBody.all();

  private Run run;
  private Map<String, RequestRecord> requests;
  private JsonNode level;

  @BeforeAll
  void run(@TempDir Path folder) throws IOException {
    FaultScript script = FaultScript.none();
    for (int i = 0; i < bodies.size(); i++) {
      script = script.on(i + 1, new Fault.Replayed(bodies.get(i).replay()));
    }
    ServerOptions fast = ServerOptions.preset("fast");
    try (SimulatedLlmServer home = SimulatedLlmServer.start(fast);
        SimulatedLlmServer corpus = SimulatedLlmServer.start(fast.withFaults(script))) {
      GatlingFork.Ended ended =
          GatlingFork.of(CorpusSimulation.class, folder)
              .set("llm.baseUrl", home.baseUrl())
              .set("llm.label", "corpus")
              .set(CorpusSimulation.CORPUS_URL, corpus.baseUrl())
              .run();
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      assertThat(corpus.requests()).as(ended.logs().requests().toString()).isEqualTo(bodies.size());
      run = ended.logs();
    }
    requests =
        run.requests().stream()
            .collect(Collectors.toMap(r -> r.id().request(), Function.identity()));
    JsonNode report =
        new ObjectMapper().readTree(folder.resolve("reports/corpus/report.json").toFile());
    level = report.path("levels").path(0);
  }

  @Test
  void everyBodyEndsAsTheCorpusSays() {
    SoftAssertions softly = new SoftAssertions();
    for (CorpusBody body : bodies) {
      RequestRecord request = of(body);
      softly
          .assertThat(request.outcome())
          .as("%s: %s", body.name(), request.ending())
          .isEqualTo(body.outcome());
      softly.assertThat(request.ending().status()).as(body.name()).isEqualTo(body.status());
      softly
          .assertThat(request.ending().finishReason())
          .as(body.name())
          .isEqualTo(body.expect().path("finish_reason").textValue());
      if (body.expect().path("error_contains").isTextual()) {
        softly
            .assertThat(request.ending().sample())
            .as(body.name())
            .contains(body.expect().path("error_contains").asText());
      }
    }
    softly.assertAll();
  }

  @Test
  void everyBodyHasTheTokensThatTheCorpusSays() {
    SoftAssertions softly = new SoftAssertions();
    for (CorpusBody body : bodies) {
      TokenCounts tokens = of(body).tokens();
      softly
          .assertThat(tokens.events())
          .as(body.name())
          .isEqualTo(body.expect().path("token_events").asInt());
      softly
          .assertThat(List.of(tokens.output(), tokens.prompt(), tokens.cached()))
          .as(body.name())
          .isEqualTo(
              List.of(
                  count(body, "output_tokens"),
                  count(body, "prompt_tokens"),
                  count(body, "cached_tokens")));
    }
    softly.assertAll();
  }

  @Test
  void everyFailureIsOneErrorOfGatlingsOwnReport() {
    Map<String, Long> ours =
        counted(
            run.requests().stream()
                .filter(r -> r.outcome() != Outcome.OK)
                .map(r -> Objects.requireNonNull(r.ending().message()))
                .toList());
    Map<String, Long> gatlings =
        counted(
            GatlingFork.gatlings(run, CorpusSimulation.LEVEL).stream()
                .filter(r -> !r.ok())
                .map(Run.GatlingRequest::message)
                .toList());

    assertThat(gatlings).isEqualTo(ours).isNotEmpty();
  }

  @Test
  void reportCountsEachClassOfFailure() {
    Map<String, Long> expected =
        counted(
            bodies.stream()
                .map(CorpusBody::outcome)
                .filter(o -> o != Outcome.OK)
                .filter(o -> o != Outcome.HTTP_STATUS) // both of the corpus are rate limits
                .map(Outcome::tag)
                .toList());
    JsonNode counts = level.path("requests");
    Map<String, Long> reported = new TreeMap<>();
    counts
        .path("failures")
        .properties()
        .forEach(e -> reported.put(e.getKey(), e.getValue().asLong()));

    assertThat(counts.path("sent").asInt()).isEqualTo(bodies.size());
    assertThat(counts.path("rate_limited").asInt()).isEqualTo(2);
    assertThat(reported).isEqualTo(expected);
  }

  @Test
  void bothLogsAgree() {
    assertThat(run.remarks()).isEmpty();
  }

  @Test
  void retryAfterOfTheServerIsKept() {
    RequestRecord refused = requests.get("http-429-retry-after.json");

    assertThat(Objects.requireNonNull(refused).ending().retryAfterSeconds()).isEqualTo(7);
  }

  private RequestRecord of(CorpusBody body) {
    return Objects.requireNonNull(requests.get(body.name()), body.name());
  }

  private static int count(CorpusBody body, String field) {
    JsonNode told = body.expect().path(field);
    return told.isInt() ? told.asInt() : TokenCounts.UNKNOWN;
  }

  private static Map<String, Long> counted(List<String> words) {
    return words.stream()
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }
}
