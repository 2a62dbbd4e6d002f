package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.server.Fault;
import org.gatlingllm.server.FaultScript;
import org.gatlingllm.server.RequestTruth;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServerOptions.Tls;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a request travels on: TLS, HTTP/1.1, HTTP/2, own and shared connections. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransportIT {
  private static final int ALL = TransportSimulation.USERS * TransportSimulation.EACH;

  private Run run;
  private List<RequestTruth> http1;
  private List<RequestTruth> http2;
  private List<RequestTruth> faulty;
  private List<RequestTruth> busy;

  @BeforeAll
  void run(@TempDir Path folder) {
    ServerOptions options =
        ServerOptions.defaults().withServiceModel(ServiceModel.clock(20_000, 10_000));
    ServerOptions secured = options.withTls(Tls.HTTP2);
    try (SimulatedLlmServer plain = SimulatedLlmServer.start(ServerOptions.preset("fast"));
        SimulatedLlmServer one = SimulatedLlmServer.start(options.withTls(Tls.HTTP1));
        SimulatedLlmServer two = SimulatedLlmServer.start(secured);
        SimulatedLlmServer faults = SimulatedLlmServer.start(secured.withFaults(faults()));
        SimulatedLlmServer shared = SimulatedLlmServer.start(secured.withFaults(stall()))) {
      GatlingFork.Ended ended =
          GatlingFork.of(TransportSimulation.class, folder)
              .jvm("-Dio.netty.eventLoopThreads=1") // one pool of connections, not one a loop
              .set("llm.baseUrl", plain.baseUrl())
              .set("llm.idleTimeout", "700ms")
              .set(TransportSimulation.HTTP1, one.baseUrl())
              .set(TransportSimulation.HTTP2, two.baseUrl())
              .set(TransportSimulation.FAULTY, faults.baseUrl())
              .set(TransportSimulation.BUSY, shared.baseUrl())
              .run();
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      run = ended.logs();
      http1 = one.truth();
      http2 = two.truth();
      faulty = faults.truth();
      busy = shared.truth();
    }
  }

  @Test
  void eachUserOpensOneConnectionOfItsOwn() {
    assertThat(reused("http1 own")).containsExactlyInAnyOrder(reusedButFirst(2));
    assertThat(reused("http2 own")).containsExactlyInAnyOrder(reusedButFirst(2));
    assertThat(connections(http1.subList(0, ALL))).hasSize(TransportSimulation.USERS);
    assertThat(connections(http2.subList(0, ALL))).hasSize(TransportSimulation.USERS);
  }

  @Test
  void sharedConnectionsAreNewOnce() {
    assertThat(news("http1 shared")).isEqualTo(connections(http1.subList(ALL, 2 * ALL)).size());
    assertThat(news("http2 shared")).isEqualTo(connections(http2.subList(ALL, 2 * ALL)).size());
  }

  @Test
  void streamsOfHttp2AreMeasuredAsThoseOfHttp1() {
    for (String level : List.of("http1 own", "http1 shared", "http2 own", "http2 shared")) {
      assertThat(of(level))
          .as(level)
          .hasSize(ALL)
          .allMatch(r -> r.outcome() == Outcome.OK)
          .allMatch(r -> r.tokens().events() == 5 && r.tokens().output() == 5)
          .anyMatch(r -> r.timings().arrivals() > 1); // all, but for a machine that is busy
    }
  }

  @Test
  void resetOfAStreamIsToldAndTheConnectionLivesOn() {
    assertThat(fault("reset").outcome()).isEqualTo(Outcome.TRUNCATED);
    assertThat(fault("reset").ending().message())
        .isEqualTo("truncated: stream reset by the server before the end mark");
    assertThat(fault("reset at once").outcome()).isEqualTo(Outcome.CONNECTION);
    assertThat(fault("reset at once").ending().message())
        .isEqualTo("connection: stream reset by the server before the response");
  }

  @Test
  void timeoutsOnHttp2EndOnlyTheirOwnStream() {
    assertThat(fault("idle").outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(fault("own timeout").outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(connections(faulty.subList(0, TransportSimulation.FAULTS.indexOf("cut") + 1)))
        .hasSize(1);
    assertThat(faulty.get(TransportSimulation.FAULTS.indexOf("idle")))
        .matches(RequestTruth::leftByClient);
  }

  @Test
  void connectionThatBreaksUnderAStreamIsTold() {
    assertThat(fault("cut").outcome()).isEqualTo(Outcome.TRUNCATED);
    assertThat(fault("cut").ending().message())
        .isEqualTo("truncated: connection closed before the end mark");
    assertThat(fault("after cut").outcome()).isEqualTo(Outcome.OK);
    assertThat(fault("after cut").connection().reused()).isFalse();
  }

  @Test
  void promptsAreSentOnceEach() {
    assertThat(faulty).hasSize(TransportSimulation.FAULTS.size());
    assertThat(run.requests()).allMatch(r -> r.connection().sends() == 1);
  }

  @Test
  void silenceIsHeardUnderTheNoiseOfOthersOnTheSameConnection() {
    assertThat(connections(busy)).hasSize(1);
    assertThat(of("busy"))
        .extracting(RequestRecord::outcome)
        .containsExactlyInAnyOrder(Outcome.TIMEOUT, Outcome.OK, Outcome.OK);
    RequestRecord silent =
        of("busy").stream().filter(r -> r.outcome() != Outcome.OK).findFirst().orElseThrow();
    assertThat(silent.timings().closedNanos() - silent.timings().lastTokenNanos())
        .as("the others stream for 1.5 s, and the limit is 0.7 s")
        .isLessThan(Duration.ofSeconds(2).toNanos());
  }

  private static FaultScript faults() {
    List<String> names = TransportSimulation.FAULTS;
    return FaultScript.none()
        .on(names.indexOf("reset") + 1, new Fault.Reset(2))
        .on(names.indexOf("reset at once") + 1, new Fault.ResetAtOnce())
        .on(names.indexOf("idle") + 1, Fault.stall(2))
        .on(names.indexOf("own timeout") + 1, new Fault.SlowHeaders(Duration.ofMinutes(1)))
        .on(names.indexOf("cut") + 1, new Fault.Cut(2));
  }

  private static FaultScript stall() {
    return FaultScript.none().on(2, Fault.stall(2));
  }

  private List<RequestRecord> of(String level) {
    return run.requests().stream().filter(r -> r.id().level().equals(level)).toList();
  }

  private RequestRecord fault(String name) {
    return Objects.requireNonNull(
        run.requests().stream().filter(r -> r.id().request().equals(name)).findFirst().orElse(null),
        name);
  }

  private List<Boolean> reused(String level) {
    return of(level).stream().map(r -> r.connection().reused()).toList();
  }

  private long news(String level) {
    return reused(level).stream().filter(reused -> !reused).count();
  }

  private static Boolean[] reusedButFirst(int users) {
    Boolean[] reused = new Boolean[ALL];
    for (int i = 0; i < ALL; i++) {
      reused[i] = i >= users;
    }
    return reused;
  }

  private static Set<Long> connections(List<RequestTruth> truths) {
    Set<Long> connections = new HashSet<>();
    truths.forEach(truth -> connections.add(truth.connection()));
    return connections;
  }
}
