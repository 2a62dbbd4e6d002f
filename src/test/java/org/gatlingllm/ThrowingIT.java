package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Functions of the user's that throw, exceptions and errors, on two users at once. The timeout is
 * longer than a fork may run: a user that waited for it would never come back.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThrowingIT {
  private static final int USERS = 2;

  private String output;
  private Run run;
  private long atServer;

  @BeforeAll
  void run(@TempDir Path folder) {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(ServerOptions.preset("fast"))) {
      GatlingFork.Ended ended =
          GatlingFork.of(ThrowingSimulation.class, folder)
              .set("llm.baseUrl", server.baseUrl())
              .set("llm.timeout", Duration.ofMinutes(10).toSeconds() + "s")
              .set("llm.preflight", false)
              .run();
      output = ended.output();
      assertThat(ended.exitCode()).as(output).isZero();
      run = ended.logs();
      atServer = server.requests();
    }
  }

  static List<ThrowingCase> cases() {
    return ThrowingCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void requestEndsOnceAndItsUserGoesOnOnceAndFailed(ThrowingCase throwing) {
    List<Outcome> one = throwing.place().outcome().map(List::of).orElse(List.of());

    assertThat(all(throwing.name()))
        .extracting(RequestRecord::outcome)
        .containsExactlyElementsOf(one.stream().flatMap(o -> twice(o).stream()).toList());
    assertThat(lines(ThrowingSimulation.NEXT + throwing.name()))
        .containsExactlyElementsOf(twice(ThrowingSimulation.NEXT + throwing.name() + ", failed"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatWasThrownIsTold(ThrowingCase throwing) {
    if (throwing.place().outcome().isEmpty()) {
      assertThat(output).contains("Failed to build request " + throwing.name() + ": ");
    } else {
      String name = simpleName(throwing.thrown());
      assertThat(all(throwing.name()))
          .allSatisfy(r -> assertThat(r.ending().message()).as(throwing.name()).contains(name));
    }
  }

  @Test
  void nothingIsSentWithoutItsSignature() {
    long withoutSignature =
        run.requests().stream().filter(r -> !r.id().request().startsWith("signature")).count();

    assertThat(atServer).isEqualTo(withoutSignature);
  }

  @Test
  void requestsAfterThemAreWell() {
    assertThat(all(ThrowingSimulation.LAST))
        .extracting(RequestRecord::outcome)
        .containsExactlyElementsOf(twice(Outcome.OK));
    assertThat(run.remarks()).isEmpty();
  }

  private List<RequestRecord> all(String name) {
    return run.requests().stream().filter(r -> r.id().request().equals(name)).toList();
  }

  private List<String> lines(String start) {
    return output.lines().filter(line -> line.startsWith(start + ",")).toList();
  }

  private static <T> List<T> twice(T each) {
    return Collections.nCopies(USERS, Objects.requireNonNull(each));
  }

  private static String simpleName(ThrowingCase.Thrown thrown) {
    return switch (thrown) {
      case EXCEPTION -> "IllegalStateException";
      case ASSERTION -> "AssertionError";
      case LINKAGE -> "NoClassDefFoundError";
      case STACK -> "StackOverflowError";
      case MEMORY -> "OutOfMemoryError";
    };
  }
}
