package org.gatlingllm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No secret that a server repeats is in any file of a run, of its report, or on the console. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecretIT {
  private static final List<String> SENT =
      List.of(
          SecretSimulation.KEY,
          SecretSimulation.HEADER,
          SecretSimulation.TENANT,
          SecretSimulation.COOKIE,
          SecretSimulation.QUERY,
          SecretSimulation.PASSWORD,
          SecretSimulation.PROXY_PASSWORD,
          SecretSimulation.SOCKS_PASSWORD);

  /** So much of a secret, from its front or its end, is a trace of it. */
  private static final int TRACE = 10;

  private Path folder;
  private String output;
  private Run run;
  private List<String> heard;

  @BeforeAll
  void run(@TempDir Path temporary) {
    folder = temporary;
    try (EchoServer server = new EchoServer()) {
      GatlingFork.Ended ended =
          launch(server, folder)
              .set(SecretSimulation.SERVER, server.baseUrl())
              .set("llm.preflight", false)
              .run();
      output = ended.output();
      assertThat(ended.exitCode()).as(output).isZero();
      run = ended.logs();
      heard = List.copyOf(server.heard());
    }
  }

  private static GatlingFork.Launch launch(EchoServer server, Path folder) {
    return GatlingFork.of(SecretSimulation.class, folder)
        .environment("LLM_API_KEY", SecretSimulation.KEY)
        .set("llm.baseUrl", server.baseUrl())
        .set("llm.label", "secret")
        .set("llm.headers.X-Key", SecretSimulation.HEADER)
        .set("llm.headers.X-Tenant", SecretSimulation.TENANT);
  }

  @Test
  void serverHeardThemAll() {
    assertThat(heard).containsAll(SENT);
  }

  @Test
  void answersWereReadAndSecretsTakenOut() {
    assertThat(run.requests()).extracting(r -> r.outcome()).doesNotContain(Outcome.OK);
    assertThat(run.requests())
        .filteredOn(r -> r.id().request().startsWith(Echo.Place.ERROR_MESSAGE + " "))
        .hasSize(Echo.Form.values().length)
        .allSatisfy(r -> assertThat(r.ending().sample()).contains("not you: ", "***"));
  }

  @Test
  void noFileHoldsOne() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();

      assertThat(all)
          .extracting(f -> f.getFileName().toString())
          .contains("streams.jsonl", "simulation.log", "llm.html", "report.json", "index.html");
      for (Path file : all) {
        assertClean(file.toString(), Files.readString(file, ISO_8859_1));
      }
    }
  }

  @Test
  void noLineOfTheConsoleHoldsOne() {
    assertThat(output).contains("Failed to build request login in no url");
    assertClean("console", output);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERROR_MESSAGE PLAIN",
        "ERROR_MESSAGE JSON",
        "ERROR_MESSAGE BASE64",
        "LONG_TEXT PLAIN",
        "NO_STATUS_LINE PLAIN",
        "CONTENT_TYPE PERCENT",
        "ERROR_EVENT HTML"
      })
  void refusalOfTheFirstTrialHoldsNone(String echo, @TempDir Path other) {
    try (EchoServer server = new EchoServer()) {
      GatlingFork.Ended ended = launch(server, other).set("llm.headers." + Echo.HEADER, echo).run();

      assertThat(ended.exitCode()).as(ended.output()).isEqualTo(Refusal.COULD_NOT_RUN);
      assertThat(server.heard()).contains(SecretSimulation.KEY, SecretSimulation.TENANT);
      assertThat(ended.output()).contains("gatling-llm: cannot test ");
      assertClean("console", ended.output());
    }
  }

  private static void assertClean(String where, String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (String secret : secrets()) {
      for (String trace : traces(secret)) {
        int at = lower.indexOf(trace.toLowerCase(Locale.ROOT));
        assertThat(at).as(() -> where + " holds " + trace + ": " + around(text, at)).isNegative();
      }
    }
  }

  private static List<String> secrets() {
    return Stream.concat(SENT.stream(), Stream.of(SecretSimulation.URL_PASSWORD)).toList();
  }

  /** Its front and its end in every form; of Base64 what does not depend on its neighbours. */
  private static List<String> traces(String secret) {
    String front = secret.substring(0, TRACE);
    String end = secret.substring(secret.length() - TRACE);
    Stream<String> written =
        Arrays.stream(Echo.Form.values()).flatMap(form -> Stream.of(form.of(front), form.of(end)));
    Stream<String> inBase64 =
        Stream.of("", "1", "12")
            .map(before -> Echo.Form.BASE64.of(before + secret))
            .map(form -> form.substring(4, 4 + TRACE));
    return Stream.concat(written.filter(form -> !form.endsWith("=")), inBase64).toList();
  }

  private static String around(String text, int at) {
    return at < 0 ? "" : text.substring(Math.max(0, at - 200), Math.min(text.length(), at + 100));
  }
}
