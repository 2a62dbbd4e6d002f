package org.gatlingllm.gatling;

import io.gatling.http.client.impl.PrematureCloseException;
import io.gatling.http.client.impl.RequestTimeoutException;
import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.jspecify.annotations.Nullable;

/**
 * The words of failures that come from the connection and the clock. They hold no ids, times,
 * addresses or texts of one request, because Gatling's error table groups by text.
 */
final class RequestFailures {
  private static final int LONGEST_DETAIL = 120;
  private static final Pattern FOUND_TIME = Pattern.compile("PT[\\d.HMS]+ (is not)");
  private static final Pattern FOUND_TEXT =
      Pattern.compile("((?:content|reasoning)\\.find\\..*), found .+", Pattern.DOTALL);

  private RequestFailures() {}

  /** A failure with its class. */
  record Failure(Outcome outcome, String message) {}

  /** No byte for longer than the idle limit. */
  static final class IdleTimeout extends Exception {
    private static final long serialVersionUID = 1;

    IdleTimeout(Duration limit) {
      super("no byte for " + words(limit) + " (llm.idleTimeout)", null, false, false);
    }
  }

  /** The response headers never ended. */
  static final class HeadersTooLong extends Exception {
    private static final long serialVersionUID = 1;

    HeadersTooLong() {
      super("response headers longer than 1 MiB", null, false, false);
    }
  }

  /** The server ended one stream of an HTTP/2 connection. */
  static final class StreamReset extends Exception {
    private static final long serialVersionUID = 1;

    StreamReset() {
      super("stream reset by the server", null, false, false);
    }
  }

  /** The connection under an HTTP/2 stream is gone. */
  static final class ConnectionClosed extends Exception {
    private static final long serialVersionUID = 1;

    ConnectionClosed() {
      super("connection closed", null, false, false);
    }
  }

  /** The end mark was seen and the server left the body open: no failure at all. */
  static final class LeftOpen extends Exception {
    private static final long serialVersionUID = 1;

    LeftOpen() {
      super("the body was left open after its end mark", null, false, false);
    }
  }

  /** The signing function of the user's threw. */
  static final class NotSigned extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotSigned(Throwable why) {
      super("not signed", why);
    }
  }

  static Failure ofThrowable(
      Throwable thrown, boolean headersSeen, Duration totalLimit, Redaction redaction) {
    if (thrown instanceof RequestTimeoutException) {
      return new Failure(
          Outcome.TIMEOUT,
          "no end within " + words(totalLimit) + " (llm.timeout, or the request's own)");
    }
    if (thrown instanceof IdleTimeout idle) {
      return new Failure(Outcome.TIMEOUT, Objects.requireNonNull(idle.getMessage()));
    }
    return headersSeen
        ? new Failure(
            Outcome.TRUNCATED, "truncated: " + broken(thrown, redaction) + " before the end mark")
        : new Failure(Outcome.CONNECTION, "connection: " + beforeHeaders(thrown, redaction));
  }

  /**
   * The text under which Gatling's error table counts an ending: Gatling's words of a failed check
   * hold the time or the text that was found, which is another one each time.
   */
  static @Nullable String grouped(Ending ending) {
    String message = ending.message();
    if (message == null || ending.outcome() != Outcome.CHECK) {
      return message;
    }
    String timeless = FOUND_TIME.matcher(message).replaceFirst("the time $1");
    return FOUND_TEXT.matcher(timeless).replaceFirst("$1, found another text");
  }

  static Failure notSentAgain() {
    return new Failure(
        Outcome.CONNECTION,
        "connection: a kept-alive connection was closed before the response; the prompt was not sent"
            + " again");
  }

  private static String broken(Throwable thrown, Redaction redaction) {
    return thrown instanceof PrematureCloseException
        ? "connection closed"
        : detail(thrown, redaction);
  }

  private static String beforeHeaders(Throwable thrown, Redaction redaction) {
    if (thrown instanceof NotSigned) {
      Throwable why = Objects.requireNonNull(thrown.getCause());
      return "not sent, the signing function threw "
          + why.getClass().getSimpleName()
          + (why.getMessage() == null ? "" : ": " + detail(why, redaction));
    }
    if (thrown instanceof ConnectTimeoutException) {
      return "not opened within the connect timeout";
    }
    if (thrown instanceof UnknownHostException) {
      return "host name not found";
    }
    if (thrown instanceof NoRouteToHostException) {
      return "no route to host";
    }
    if (thrown instanceof ConnectException) {
      return "refused";
    }
    if (thrown instanceof SSLException) {
      return "TLS failed: " + detail(thrown, redaction);
    }
    if (thrown instanceof PrematureCloseException || thrown instanceof ConnectionClosed) {
      return "closed before the response";
    }
    return detail(thrown, redaction) + " before the response";
  }

  /**
   * What the exception says, which may be what the server said, with digits taken out: addresses
   * and ports would split a group.
   */
  private static String detail(Throwable thrown, Redaction redaction) {
    String message = redaction.redact(thrown.getMessage());
    if (message == null || message.isBlank()) {
      return thrown.getClass().getSimpleName();
    }
    String words = message.replaceAll("[0-9]+", "#").strip().toLowerCase(Locale.ROOT);
    return words.length() > LONGEST_DETAIL ? words.substring(0, LONGEST_DETAIL) + "…" : words;
  }

  private static String words(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
