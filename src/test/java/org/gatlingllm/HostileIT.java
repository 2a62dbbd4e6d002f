package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gatlingllm.HostileServer.Attack;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.server.Fault;
import org.gatlingllm.server.FaultScript;
import org.gatlingllm.server.Replay;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A hostile server: a run with a small heap goes on, and says what it met. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileIT {
  private Run run;
  private Map<String, RequestRecord> requests;

  @BeforeAll
  void run(@TempDir Path folder) throws JsonProcessingException {
    ServerOptions fast = ServerOptions.preset("fast");
    FaultScript trick = FaultScript.none().always(new Fault.Replayed(tricky()));
    try (SimulatedLlmServer good = SimulatedLlmServer.start(fast);
        SimulatedLlmServer tricky = SimulatedLlmServer.start(fast.withFaults(trick));
        HostileServer hostile = new HostileServer()) {
      GatlingFork.Ended ended =
          GatlingFork.of(HostileSimulation.class, folder)
              .jvm("-Xmx256m")
              .jvm("-XX:+ExitOnOutOfMemoryError")
              .set("llm.baseUrl", good.baseUrl())
              .set(HostileSimulation.TRICKY, tricky.baseUrl())
              .set(HostileSimulation.HOSTILE, hostile.baseUrl())
              .run();
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      assertThat(ended.output()).doesNotContain("OutOfMemory", "LEAK");
      run = ended.logs();
    }
    requests =
        run.requests().stream()
            .collect(Collectors.toMap(r -> r.id().request(), Function.identity()));
  }

  @ParameterizedTest
  @EnumSource
  void requestAfterAnAttackIsWell(Attack attack) {
    assertThat(of(HostileSimulation.AFTER + attack.name()).outcome()).isEqualTo(Outcome.OK);
  }

  @ParameterizedTest
  @EnumSource
  void attackIsOneOutcome(Attack attack) {
    RequestRecord request = of(attack.name());

    assertThat(request.outcome()).as(request.ending().toString()).isEqualTo(outcome(attack));
    assertThat(request.connection().sends()).isEqualTo(1);
  }

  private static Outcome outcome(Attack attack) {
    return switch (attack) {
      case ENDLESS_STATUS_LINE, ENDLESS_HEADERS, NO_HTTP -> Outcome.CONNECTION;
      case ENDLESS_LINE, ENDLESS_COMMENTS, ENDLESS_TOKENS, GZIP_BOMB -> Outcome.ERROR_IN_STREAM;
      case EMPTY_EVENTS -> Outcome.OK;
      case BINARY_BODY -> Outcome.TRUNCATED;
      case EARLY_HINTS -> Outcome.HTTP_STATUS;
      case A_BYTE_NOW_AND_THEN -> Outcome.TIMEOUT;
    };
  }

  @Test
  void textThatLooksLikeTheProtocolIsText() {
    assertThat(of("tricky").outcome()).as(of("tricky").ending().toString()).isEqualTo(Outcome.OK);
  }

  @Test
  void tokenAfterAMillionEmptyEventsIsTheFirst() {
    assertThat(of(Attack.EMPTY_EVENTS.name()).tokens().events()).isEqualTo(1);
  }

  @Test
  void bothLogsAgree() {
    assertThat(run.remarks()).isEmpty();
  }

  private RequestRecord of(String name) {
    return Objects.requireNonNull(requests.get(name), name);
  }

  private static Replay tricky() throws JsonProcessingException {
    String text = new ObjectMapper().writeValueAsString(HostileSimulation.TEXT);
    String body =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":"
            + text
            + "}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
            + "data: [DONE]\n\n";
    return Replay.of(body.getBytes(StandardCharsets.UTF_8), "text/event-stream");
  }
}
