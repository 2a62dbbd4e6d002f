package org.gatlingllm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gatlingllm.server.RawHttp.CHAT;
import static org.gatlingllm.server.RawHttp.chat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class FaultTest {

  @Test
  void faultsHitTheirOrdinalOnly() throws IOException {
    FaultScript script = FaultScript.none().on(2, Fault.status(503)).onEvery(3, Fault.status(429));
    try (SimulatedLlmServer server = start(script)) {
      assertThat(ask(server).head()).startsWith("HTTP/1.1 200 ");
      assertThat(ask(server).head()).startsWith("HTTP/1.1 503 ");
      assertThat(ask(server).head()).startsWith("HTTP/1.1 429 ");
      assertThat(ask(server).head()).startsWith("HTTP/1.1 200 ");

      server.play(FaultScript.none().on(1, Fault.status(500)));
      assertThat(ask(server).head()).startsWith("HTTP/1.1 500 ");
      assertThat(server.truth())
          .extracting(RequestTruth::status)
          .containsExactly(200, 503, 429, 200, 500);
    }
  }

  @Test
  void statusHasItsRetryTimeAndItsOwnBody() throws IOException {
    FaultScript script =
        FaultScript.none()
            .on(1, Fault.status(429, 7))
            .on(2, Fault.status(503, "text/html", "<h1>Down</h1>"));
    try (SimulatedLlmServer server = start(script)) {
      assertThat(ask(server).text()).contains("retry-after: 7", "\"rate_limit_exceeded\"");
      RawHttp.Heard html = ask(server);
      assertThat(html.head()).contains("HTTP/1.1 503 ", "content-type: text/html");
      assertThat(html.body()).isEqualTo("<h1>Down</h1>");
    }
  }

  @Test
  void cutClosesTheConnectionInsideTheBody() throws IOException {
    RawHttp.Heard heard = under(new Fault.Cut(2));

    assertThat(heard.end()).isEqualTo(RawHttp.End.CLOSED);
    assertThat(heard.properEnd()).isFalse();
    assertThat(tokens(heard)).isEqualTo(2);
  }

  @Test
  void cutBeforeAnyTokenLeavesTheHead() throws IOException {
    RawHttp.Heard heard = under(new Fault.Cut(0));

    assertThat(heard.head()).startsWith("HTTP/1.1 200 ");
    assertThat(tokens(heard)).isZero();
  }

  @Test
  void cleanEndEndsTheBodyWithoutItsMark() throws IOException {
    RawHttp.Heard heard = under(new Fault.CleanEnd(2));

    assertThat(heard.properEnd()).isTrue();
    assertThat(tokens(heard)).isEqualTo(2);
    assertThat(heard.body()).doesNotContain("[DONE]", "\"finish_reason\":\"length\"");
  }

  @Test
  void resetBreaksTheConnectionAfterItsTokens() throws IOException {
    RawHttp.Heard heard = under(new Fault.Reset(2));

    assertThat(heard.end()).isEqualTo(RawHttp.End.RESET);
    assertThat(tokens(heard)).isEqualTo(2);
  }

  @Test
  void resetAtOnceSaysNothing() throws IOException {
    RawHttp.Heard heard = under(new Fault.ResetAtOnce());

    assertThat(heard.end()).isEqualTo(RawHttp.End.RESET);
    assertThat(heard.reads()).isEmpty();
  }

  @Test
  void malformedEventIsFramedButItsJsonIsOpen() throws IOException {
    RawHttp.Heard heard = under(new Fault.Malformed(1));
    List<String> events = List.of(heard.body().split("\n\n", -1));

    assertThat(events).hasSize(4 + 1 + 2 + 1 + 1);
    assertThat(events.get(2)).doesNotEndWith("}");
    assertThat(events.get(3)).endsWith("}");
    assertThat(heard.body()).endsWith("data: [DONE]\n\n");
  }

  @Test
  void errorTakesThePlaceOfTheRest() throws IOException {
    RawHttp.Heard heard = under(new Fault.ErrorInStream(1, "out of memory"));

    assertThat(tokens(heard)).isEqualTo(1);
    assertThat(heard.body()).contains("{\"error\":{\"message\":\"out of memory\"");
    assertThat(heard.properEnd()).isTrue();
  }

  @Test
  void characterIsSplitIntoTwoReads() throws IOException {
    RawHttp.Heard heard = under(new Fault.SplitCharacter(1, Duration.ofMillis(100)));

    assertThat(heard.reads()).anyMatch(read -> read.endsWith("\u00f0\u009f\r\n"));
    assertThat(heard.body()).contains(" " + OutputText.MULTI_BYTE + "\"").endsWith("[DONE]\n\n");
    assertThat(tokens(heard)).isEqualTo(4);
  }

  @Test
  void stallPausesOneStreamAndKeepsItsGaps() throws IOException {
    FaultScript script = FaultScript.none().on(1, Fault.stall(2, Duration.ofMillis(300)));
    ServiceModel clock = ServiceModel.clock(1_000, 20_000);
    try (SimulatedLlmServer server =
        SimulatedLlmServer.start(
            ServerOptions.defaults().withServiceModel(clock).withFaults(script))) {
      assertThat(ask(server).properEnd()).isTrue();
      RequestTruth truth = server.truth().get(0);

      assertThat(truth.sentNanos(1) - truth.receivedNanos()).isLessThan(300_000_000);
      assertThat(truth.sentNanos(2) - truth.receivedNanos()).isGreaterThan(341_000_000 - 1);
      assertThat(truth.sentNanos(3) - truth.receivedNanos()).isGreaterThan(361_000_000 - 1);
    }
  }

  @Test
  void stallForEverLeavesTheConnectionOpen() throws IOException {
    try (SimulatedLlmServer server = start(FaultScript.none().on(1, Fault.stall(1)));
        RawHttp http = new RawHttp(server.port())) {
      http.post(CHAT, chat(4, true));
      RawHttp.Heard heard = http.hear(300);

      assertThat(heard.end()).isEqualTo(RawHttp.End.SILENT);
      assertThat(tokens(heard)).isEqualTo(1);
      assertThat(server.truth()).hasSize(1);
      assertThat(server.truth().get(0).endNanos()).isEmpty();
    }
  }

  @Test
  void slowHeadersDelayAllOfTheResponse() throws IOException {
    FaultScript script = FaultScript.none().on(1, new Fault.SlowHeaders(Duration.ofMillis(200)));
    try (SimulatedLlmServer server = start(script)) {
      assertThat(ask(server).properEnd()).isTrue();
      RequestTruth truth = server.truth().get(0);

      assertThat(truth.headersNanos().getAsLong() - truth.receivedNanos())
          .isGreaterThanOrEqualTo(200_000_000);
    }
  }

  @Test
  void wholeServerStandsStillForEverybody() throws IOException {
    FaultScript script =
        FaultScript.none().stallServer(Duration.ofMillis(50), Duration.ofMillis(400));
    ServiceModel clock = ServiceModel.clock(100_000, 1_000);
    try (SimulatedLlmServer server =
            SimulatedLlmServer.start(
                ServerOptions.defaults().withServiceModel(clock).withFaults(script));
        RawHttp other = new RawHttp(server.port())) {
      other.post(CHAT, chat(4, true), "connection: close");
      assertThat(ask(server).properEnd()).isTrue();
      assertThat(other.hear(5_000).properEnd()).isTrue();

      assertThat(server.truth())
          .allSatisfy(
              truth ->
                  assertThat(truth.sentNanos(0) - server.truth().get(0).receivedNanos())
                      .isGreaterThanOrEqualTo(450_000_000));
    }
  }

  @Test
  void wholeAnswerIsBrokenOffInItsMiddle() throws IOException {
    FaultScript script = FaultScript.none().on(1, new Fault.Cut(1)).on(2, new Fault.Malformed(1));
    try (SimulatedLlmServer server = start(script)) {
      RawHttp.Heard cut = RawHttp.ask(server, CHAT, chat(4, false));
      RawHttp.Heard malformed = RawHttp.ask(server, CHAT, chat(4, false));

      assertThat(cut.body().length()).isLessThan(contentLength(cut));
      assertThat(malformed.body()).hasSize(contentLength(malformed)).doesNotEndWith("}");
    }
  }

  @Test
  void replayedBodyGoesOutByteForByteInItsCuts() throws IOException {
    byte[] body =
        "data: {\"a\":\"東\"}\r\n\r\ndata: [DONE]\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    Replay replay =
        Replay.of(body, "text/event-stream")
            .header("x-test", "yes")
            .pause(Duration.ofMillis(60))
            .cutAt(List.of(13, 20));
    RawHttp.Heard heard = under(new Fault.Replayed(replay));

    assertThat(heard.head()).contains("x-test: yes", "content-type: text/event-stream");
    assertThat(heard.body()).isEqualTo(new String(body, StandardCharsets.UTF_8));
    assertThat(heard.reads()).hasSize(4);
    assertThat(heard.reads().get(1)).startsWith("d\r\ndata: ");
    assertThat(heard.properEnd()).isTrue();
  }

  @Test
  void replayInOneWriteIsOneRead() throws IOException {
    Replay replay =
        Replay.of("{}".getBytes(StandardCharsets.UTF_8), "application/json").status(418);
    RawHttp.Heard heard = under(new Fault.Replayed(replay));

    assertThat(heard.head()).startsWith("HTTP/1.1 418 ");
    assertThat(heard.reads()).hasSize(1);
  }

  @Test
  void replayMayEndWithAReset() throws IOException {
    Replay replay =
        Replay.of(
                "data: 1\n\ndata: 2\n\ndata".getBytes(StandardCharsets.UTF_8), "text/event-stream")
            .cutAfterEvents()
            .thenReset();
    RawHttp.Heard heard = under(new Fault.Replayed(replay));

    assertThat(replay.pieces()).isEqualTo(3);
    assertThat(heard.end()).isEqualTo(RawHttp.End.RESET);
    assertThat(heard.body()).isEqualTo("data: 1\n\ndata: 2\n\ndata");
  }

  private static SimulatedLlmServer start(FaultScript script) {
    return SimulatedLlmServer.start(ServerOptions.preset("fast").withFaults(script));
  }

  private static RawHttp.Heard under(Fault fault) throws IOException {
    try (SimulatedLlmServer server = start(FaultScript.none().always(fault))) {
      RawHttp.Heard heard = ask(server);
      assertThat(server.truth().get(0).fault()).contains(fault.kind());
      return heard;
    }
  }

  private static RawHttp.Heard ask(SimulatedLlmServer server) throws IOException {
    return RawHttp.ask(server, CHAT, chat(4, true));
  }

  private static int tokens(RawHttp.Heard heard) {
    return heard.body().split("\\{\"content\":", -1).length - 1;
  }

  private static int contentLength(RawHttp.Heard heard) {
    return Integer.parseInt(heard.head().replaceAll("(?s).*content-length: (\\d+).*", "$1"));
  }
}
