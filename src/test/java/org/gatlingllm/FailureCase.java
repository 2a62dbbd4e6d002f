package org.gatlingllm;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.server.Fault;
import org.gatlingllm.server.Replay;

/**
 * One thing that goes wrong between client and server, or nearly, and what must be told of it. The
 * requests of {@link FailureSimulation} are sent by one user in this order, so that what one leaves
 * behind (a pooled connection, or none) is what the next one meets.
 *
 * @param fault what the server does to it, where it is the server
 * @param says a part of the message; empty where there is none
 * @param sends how often it goes out
 * @param reused whether it travels on a connection that an earlier one has used
 */
record FailureCase(
    String name,
    At at,
    Optional<Fault> fault,
    Outcome outcome,
    String says,
    int sends,
    boolean reused) {
  /** Longest silence of the run. */
  static final Duration IDLE = Duration.ofMillis(900);

  /** Timeout of the requests that have one of their own. */
  static final Duration OWN_TIMEOUT = Duration.ofMillis(700);

  private static final boolean NEW = false;
  private static final boolean REUSED = true;
  private static final String FINISHED =
      """
      data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}

      data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: [DONE]

      """;

  /** Where a request goes. */
  enum At {
    /** A server that keeps connections alive and follows a script. */
    SCRIPT,
    /** A server that says {@code Connection: close} with each answer. */
    CLOSING,
    /** A server that ends a connection after two answers. */
    TWICE,
    /** A port that nobody listens on. */
    NOBODY,
    /** A name that does not exist. */
    NO_NAME,
    /** TLS with a server that speaks none. */
    NO_TLS;

    /** System property that holds its base URL. */
    String property() {
      return "it." + name();
    }
  }

  /** All cases. */
  static List<FailureCase> all() {
    List<FailureCase> cases = new ArrayList<>(beforeTheHeaders());
    cases.addAll(inTheAnswer());
    cases.addAll(timeouts());
    cases.addAll(keepAlive());
    return cases;
  }

  private static List<FailureCase> beforeTheHeaders() {
    return List.of(
        at(At.NOBODY, "refused", Outcome.CONNECTION, "connection: refused", NEW),
        at(At.NO_NAME, "no name", Outcome.CONNECTION, "connection: host name not found", NEW),
        at(At.NO_TLS, "no tls", Outcome.CONNECTION, "connection: TLS failed", NEW),
        failing("reset at once", new Fault.ResetAtOnce(), Outcome.CONNECTION, "connection: ", NEW),
        failing("429", Fault.status(429, 7), Outcome.HTTP_STATUS, "http status 429", NEW),
        failing("503", Fault.status(503, 3), Outcome.HTTP_STATUS, "http status 503", REUSED));
  }

  private static List<FailureCase> inTheAnswer() {
    return List.of(
        failing(
            "html",
            Fault.status(200, "text/html", "<html>Sign in</html>"),
            Outcome.NOT_A_STREAM,
            "not a stream: expected text/event-stream, found text/html",
            REUSED),
        failing(
            "error event",
            new Fault.ErrorInStream(2, "broke"),
            Outcome.ERROR_IN_STREAM,
            "error in stream",
            REUSED),
        failing(
            "malformed", new Fault.Malformed(2), Outcome.ERROR_IN_STREAM, "is not json", REUSED),
        failing(
            "clean end",
            new Fault.CleanEnd(2),
            Outcome.TRUNCATED,
            "truncated: the body ended before its end mark",
            REUSED),
        failing(
            "cut",
            new Fault.Cut(2),
            Outcome.TRUNCATED,
            "truncated: connection closed before the end mark",
            REUSED),
        failing("reset", new Fault.Reset(2), Outcome.TRUNCATED, "truncated: ", NEW),
        fine("after a reset", NEW),
        failing("cut before a token", new Fault.Cut(0), Outcome.TRUNCATED, "truncated: ", REUSED),
        faulty("split", Fault.splitCharacter(2), NEW),
        faulty("slow headers", new Fault.SlowHeaders(Duration.ofMillis(100)), REUSED),
        faulty("gap", Fault.stall(2, Duration.ofMillis(300)), REUSED),
        faulty("left open", new Fault.Replayed(leftOpen()), REUSED),
        fine("after left open", NEW));
  }

  private static List<FailureCase> timeouts() {
    return List.of(
        failing("idle", Fault.stall(2), Outcome.TIMEOUT, "no byte for 900 ms", REUSED),
        fine("after idle", NEW),
        failing(
            "own timeout",
            new Fault.SlowHeaders(Duration.ofSeconds(60)),
            Outcome.TIMEOUT,
            "no end within 700 ms",
            REUSED),
        fine("after own timeout", NEW),
        failing("own timeout in answer", Fault.stall(1), Outcome.TIMEOUT, "no end within", REUSED));
  }

  private static List<FailureCase> keepAlive() {
    return List.of(
        fine("again", NEW),
        new FailureCase(
            "lost race",
            At.SCRIPT,
            Optional.of(new Fault.CloseUnheard(Duration.ZERO)),
            Outcome.OK,
            "",
            2,
            NEW),
        failing(
            "closed late",
            new Fault.CloseUnheard(Duration.ofMillis(1200)),
            Outcome.CONNECTION,
            "the prompt was not sent again",
            REUSED),
        at(At.CLOSING, "closing 1", Outcome.OK, "", NEW),
        at(At.CLOSING, "closing 2", Outcome.OK, "", NEW),
        at(At.TWICE, "twice 1", Outcome.OK, "", NEW),
        at(At.TWICE, "twice 2", Outcome.OK, "", REUSED),
        at(At.TWICE, "twice 3", Outcome.OK, "", NEW));
  }

  private static Replay leftOpen() {
    return Replay.of(FINISHED.getBytes(StandardCharsets.UTF_8), "text/event-stream").thenSilence();
  }

  private static FailureCase at(At at, String name, Outcome outcome, String says, boolean reused) {
    return new FailureCase(name, at, Optional.empty(), outcome, says, 1, reused);
  }

  private static FailureCase failing(
      String name, Fault fault, Outcome outcome, String says, boolean reused) {
    return new FailureCase(name, At.SCRIPT, Optional.of(fault), outcome, says, 1, reused);
  }

  private static FailureCase faulty(String name, Fault fault, boolean reused) {
    return failing(name, fault, Outcome.OK, "", reused);
  }

  private static FailureCase fine(String name, boolean reused) {
    return new FailureCase(name, At.SCRIPT, Optional.empty(), Outcome.OK, "", 1, reused);
  }
}
