package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.TokenTimings;
import org.gatlingllm.server.Fault;
import org.gatlingllm.server.FaultScript;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server in a process of its own that is stopped for two seconds and then killed, in the middle
 * of a run; and a run that ends while a stream is in flight.
 */
@EnabledOnOs({OS.LINUX, OS.MAC}) // signals
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokenServerIT {
  private static final Duration STANDSTILL = Duration.ofSeconds(2);
  private static final Pattern URL = Pattern.compile("listening on (\\S+)");

  private Run run;
  private JsonNode levels;

  @BeforeAll
  void run(@TempDir Path folder) throws IOException, InterruptedException {
    FaultScript endless = FaultScript.none().always(Fault.stall(2));
    Process server = server();
    try (SimulatedLlmServer never =
            SimulatedLlmServer.start(ServerOptions.preset("fast").withFaults(endless));
        GatlingFork fork =
            GatlingFork.of(BrokenServerSimulation.class, folder)
                .set("llm.baseUrl", url(server))
                .set("llm.label", "broken")
                .set("llm.maxTokens", 40)
                .set(BrokenServerSimulation.ENDLESS, never.baseUrl())
                .start()) {
      fork.awaitLine(line -> line.startsWith("level 1 of 2"));
      signal(server, "-STOP");
      pause(STANDSTILL);
      signal(server, "-CONT");
      pause(Duration.ofMillis(800));
      signal(server, "-KILL");

      GatlingFork.Ended ended = fork.await();
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      run = ended.logs();
    } finally {
      server.destroyForcibly();
    }
    levels =
        new ObjectMapper()
            .readTree(folder.resolve("reports/broken/report.json").toFile())
            .path("levels");
  }

  @Test
  void serverThatStandsStillIsOneLongGapAndNoLostRequest() {
    List<RequestRecord> stopped = all("chat").stream().filter(r -> longGaps(r) > 0).toList();

    assertThat(stopped).isNotEmpty();
    assertThat(stopped)
        .allMatch(r -> r.outcome() == Outcome.OK)
        .allMatch(r -> longGaps(r) == 1)
        .allMatch(r -> r.tokens().events() == 40)
        .allMatch(r -> r.connection().sends() == 1);
  }

  @Test
  void serverThatIsKilledBreaksStreamsAndConnectionsAndNoMore() {
    assertThat(all("chat"))
        .extracting(RequestRecord::outcome)
        .contains(Outcome.OK, Outcome.TRUNCATED, Outcome.CONNECTION)
        .containsOnly(Outcome.OK, Outcome.TRUNCATED, Outcome.CONNECTION);
    assertThat(all("chat").stream().filter(r -> r.outcome() == Outcome.TRUNCATED).toList())
        .hasSizeBetween(1, 3);
  }

  @Test
  void streamInFlightAtTheEndOfTheRunIsCancelled() {
    assertThat(all("endless"))
        .singleElement()
        .matches(r -> r.outcome() == Outcome.CANCELLED)
        .matches(r -> r.tokens().events() == 2);
  }

  @Test
  void reportIsComplete() {
    JsonNode counts = levels.path(0).path("requests");

    assertThat(levels).hasSize(2);
    assertThat(counts.path("sent").asInt()).isEqualTo(all("chat").size());
    assertThat(counts.path("failures").path("truncated").asInt()).isPositive();
    assertThat(counts.path("failures").path("connection").asInt()).isPositive();
    assertThat(levels.path(1).path("requests").path("cancelled").asInt()).isEqualTo(1);
  }

  private List<RequestRecord> all(String name) {
    return run.requests().stream().filter(r -> r.id().request().equals(name)).toList();
  }

  /** Gaps of about the standstill, the one before the first token included. */
  private static int longGaps(RequestRecord request) {
    TokenTimings timings = request.timings();
    long least = STANDSTILL.toNanos() * 8 / 10;
    int gaps = 0;
    long before = timings.sentNanos();
    for (int i = 0; i < timings.arrivals(); i++) {
      gaps += timings.arrivalNanos(i) - before > least ? 1 : 0;
      before = timings.arrivalNanos(i);
    }
    return gaps;
  }

  private static Process server() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Server.class.getName(),
            "--port",
            "0",
            "--clock",
            "20",
            "10")
        .redirectErrorStream(true)
        .start();
  }

  private static String url(Process server) throws IOException {
    BufferedReader reader = server.inputReader(StandardCharsets.UTF_8);
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      Matcher url = URL.matcher(line);
      if (url.find()) {
        return Objects.requireNonNull(url.group(1));
      }
    }
    throw new IllegalStateException("the server ended without a word");
  }

  private static void signal(Process process, String signal)
      throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** The standstill itself is what is tested: nothing tells when it has lasted long enough. */
  private static void pause(Duration duration) throws InterruptedException {
    assertThat(new CountDownLatch(1).await(duration.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
  }
}
