package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.gatlingllm.FailureCase.At;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.server.FaultScript;
import org.gatlingllm.server.RequestTruth;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every way to fail, over real sockets and through a real run of Gatling. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailureIT {
  private static final int MILLION = 1_000_000;

  /** How late a limit may be seen on a machine that is busy. */
  private static final int LATE_MILLIS = 1500;

  private final List<FailureCase> cases = FailureCase.all();

  private Run run;
  private Map<String, RequestRecord> requests;
  private List<RequestTruth> truth;

  @BeforeAll
  void run(@TempDir Path folder) throws IOException {
    ServerOptions paced = ServerOptions.preset("fast").withTokenPause(Duration.ofMillis(2));
    try (SimulatedLlmServer script = SimulatedLlmServer.start(paced.withFaults(script()));
        SimulatedLlmServer closing = SimulatedLlmServer.start(paced.withKeepAliveRequests(1));
        SimulatedLlmServer twice = SimulatedLlmServer.start(paced.withKeepAliveRequests(2))) {
      GatlingFork.Ended ended =
          GatlingFork.of(FailureSimulation.class, folder)
              .set("llm.baseUrl", closing.baseUrl())
              .set("llm.idleTimeout", FailureCase.IDLE.toMillis() + "ms")
              .set(At.SCRIPT.property(), script.baseUrl())
              .set(At.CLOSING.property(), closing.baseUrl())
              .set(At.TWICE.property(), twice.baseUrl())
              .set(At.NOBODY.property(), "http://127.0.0.1:" + freePort())
              .set(At.NO_NAME.property(), "http://gatling-llm.invalid")
              .set(At.NO_TLS.property(), closing.baseUrl().replace("http:", "https:"))
              .run();
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      run = ended.logs();
      truth = script.truth();
    }
    requests =
        run.requests().stream()
            .collect(Collectors.toMap(r -> r.id().request(), Function.identity()));
  }

  @Test
  void everyFailureHasItsClassAndItsWords() {
    SoftAssertions softly = new SoftAssertions();
    for (FailureCase failure : cases) {
      RequestRecord request = of(failure.name());
      softly
          .assertThat(request.outcome())
          .as("%s: %s", failure.name(), request.ending())
          .isEqualTo(failure.outcome());
      softly
          .assertThat(Objects.requireNonNullElse(request.ending().message(), ""))
          .as(failure.name())
          .contains(failure.says());
    }
    softly.assertAll();
  }

  @Test
  void connectionsAreToldNewOrReusedAndSendsAreCounted() {
    SoftAssertions softly = new SoftAssertions();
    for (FailureCase failure : cases) {
      softly
          .assertThat(of(failure.name()).connection())
          .as(failure.name())
          .isEqualTo(new RequestRecord.Connection(failure.reused(), failure.sends()));
    }
    softly.assertAll();
  }

  @Test
  void promptsReachTheServerAsOftenAsTheRecordsSay() {
    int sends = cases.stream().filter(c -> c.at() == At.SCRIPT).mapToInt(FailureCase::sends).sum();

    assertThat(truth).hasSize(sends);
  }

  @Test
  void everyFailureIsOneErrorOfGatlingsOwnLog() {
    List<String> ours =
        run.requests().stream()
            .filter(r -> r.outcome() != Outcome.OK)
            .map(r -> Objects.requireNonNull(r.ending().message()))
            .toList();
    List<String> gatlings =
        GatlingFork.gatlings(run, FailureSimulation.LEVEL).stream()
            .filter(r -> !r.ok())
            .map(Run.GatlingRequest::message)
            .toList();

    assertThat(gatlings).containsExactlyInAnyOrderElementsOf(ours);
    assertThat(run.remarks()).isEmpty();
  }

  @Test
  void tokensBeforeTheBreakAreKept() {
    for (String name : List.of("clean end", "cut", "reset", "error event", "idle")) {
      assertThat(of(name).tokens().events()).as(name).isEqualTo(2);
      assertThat(of(name).timings().arrivals()).as(name).isBetween(1, 2);
    }
  }

  @Test
  void rateLimitsKeepWhatTheServerAskedFor() {
    assertThat(of("429").rateLimited()).isTrue();
    assertThat(of("503").rateLimited()).isTrue();
    assertThat(of("429").ending().retryAfterSeconds()).isEqualTo(7);
    assertThat(of("503").ending().retryAfterSeconds()).isEqualTo(3);
  }

  @Test
  void bodyLeftOpenEndsWithItsEndMark() {
    var marks = of("left open").timings();

    assertThat(marks.closedNanos()).isEqualTo(marks.lastTokenNanos());
  }

  @Test
  void silenceIsEndedWhenTheLimitIsUp() {
    var idle = of("idle").timings();
    var own = of("own timeout").timings();

    assertThat((idle.closedNanos() - idle.lastTokenNanos()) / MILLION)
        .isBetween(FailureCase.IDLE.toMillis(), FailureCase.IDLE.toMillis() + LATE_MILLIS);
    assertThat((own.closedNanos() - own.sentNanos()) / MILLION)
        .isBetween(
            FailureCase.OWN_TIMEOUT.toMillis() - 5,
            FailureCase.OWN_TIMEOUT.toMillis() + LATE_MILLIS);
  }

  private RequestRecord of(String name) {
    return Objects.requireNonNull(requests.get(name), name);
  }

  /** The ordinals of the script count what is sent again, too. */
  private FaultScript script() {
    FaultScript script = FaultScript.none();
    int ordinal = 1;
    for (FailureCase failure : cases) {
      if (failure.at() == At.SCRIPT) {
        script = failure.fault().isEmpty() ? script : script.on(ordinal, failure.fault().get());
        ordinal += failure.sends();
      }
    }
    return script;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
