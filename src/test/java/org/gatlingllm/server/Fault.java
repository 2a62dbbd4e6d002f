package org.gatlingllm.server;

import java.time.Duration;
import java.util.Optional;

/**
 * What is done to one response on purpose. The engine is not touched by what happens to a
 * connection: a request whose response stalls keeps its slot for as long as its tokens take; one
 * whose response is broken off leaves the engine, as it does when a client leaves.
 *
 * <p>{@code afterTokens} is the number of tokens written before it happens; 0 is after the
 * response's head and before any token. From the response's length on it never happens. An answer
 * that is not streamed is broken off (cut, reset) or ends (malformed) in the middle of its JSON,
 * whatever the number; clean end, error in the stream and split character do not concern it.
 */
public sealed interface Fault {

  /** Name in the truth log and on the command line. */
  String kind();

  /** Nothing more is sent for so long (empty: for ever, with the connection left open). */
  record Stall(int afterTokens, Optional<Duration> duration) implements Fault {
    @Override
    public String kind() {
      return "stall";
    }
  }

  /** The head, and everything after it, is sent that much later. */
  record SlowHeaders(Duration delay) implements Fault {
    @Override
    public String kind() {
      return "slow-headers";
    }
  }

  /** The connection is closed in an orderly way (FIN), but without the end of the HTTP body. */
  record Cut(int afterTokens) implements Fault {
    @Override
    public String kind() {
      return "cut";
    }
  }

  /** The HTTP body ends properly, but without finish reason, usage and end mark. */
  record CleanEnd(int afterTokens) implements Fault {
    @Override
    public String kind() {
      return "clean-end";
    }
  }

  /**
   * The connection is reset (RST), 10 ms after the last byte, so that this is a read of its own.
   */
  record Reset(int afterTokens) implements Fault {
    @Override
    public String kind() {
      return "reset";
    }
  }

  /** The connection is reset when the request is read, before any byte of a response. */
  record ResetAtOnce() implements Fault {
    @Override
    public String kind() {
      return "reset-at-once";
    }
  }

  /**
   * The connection is closed in an orderly way (FIN) so long after the request was read, without a
   * byte of a response: what a client meets that writes while a server ends keep-alive.
   */
  record CloseUnheard(Duration delay) implements Fault {
    @Override
    public String kind() {
      return "close-unheard";
    }
  }

  /**
   * Another status, at once and without the engine.
   *
   * @param retryAfterSeconds value of the Retry-After header, if there is to be one
   * @param contentType of the body
   * @param body as it is; empty: an error object as the protocol of the route has it
   */
  record Status(
      int status, Optional<Integer> retryAfterSeconds, String contentType, Optional<String> body)
      implements Fault {
    @Override
    public String kind() {
      return "status";
    }
  }

  /** The event of that token is broken off in the middle of its JSON, but properly framed. */
  record Malformed(int afterTokens) implements Fault {
    @Override
    public String kind() {
      return "malformed";
    }
  }

  /** An error object follows, then the HTTP body ends properly. */
  record ErrorInStream(int afterTokens, String message) implements Fault {
    @Override
    public String kind() {
      return "error";
    }
  }

  /**
   * The event of that token has a text of two-byte, three-byte and four-byte characters and goes
   * out in two writes, the cut inside the last of them, with that pause between.
   */
  record SplitCharacter(int afterTokens, Duration pause) implements Fault {
    @Override
    public String kind() {
      return "split";
    }
  }

  /** A recorded response takes the place of one, at once and without the engine. */
  record Replayed(Replay replay) implements Fault {
    @Override
    public String kind() {
      return "replay";
    }
  }

  /** Stalls for ever after so many tokens. */
  static Fault stall(int afterTokens) {
    return new Stall(afterTokens, Optional.empty());
  }

  /** Stalls for a while after so many tokens; later tokens keep their gaps. */
  static Fault stall(int afterTokens, Duration duration) {
    return new Stall(afterTokens, Optional.of(duration));
  }

  /** Answers that status with the protocol's error object. */
  static Fault status(int status) {
    return new Status(status, Optional.empty(), "application/json", Optional.empty());
  }

  /** Answers that status with the protocol's error object and a Retry-After header. */
  static Fault status(int status, int retryAfterSeconds) {
    return new Status(status, Optional.of(retryAfterSeconds), "application/json", Optional.empty());
  }

  /** Answers that status with that body. */
  static Fault status(int status, String contentType, String body) {
    return new Status(status, Optional.empty(), contentType, Optional.of(body));
  }

  /** Splits a token's event inside a character, with a pause that makes two reads of it. */
  static Fault splitCharacter(int afterTokens) {
    return new SplitCharacter(afterTokens, Duration.ofMillis(5));
  }
}
