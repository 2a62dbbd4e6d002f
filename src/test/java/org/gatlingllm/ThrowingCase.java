package org.gatlingllm;

import static io.gatling.javaapi.http.HttpDsl.status;
import static org.gatlingllm.gatling.LlmDsl.content;
import static org.gatlingllm.gatling.LlmDsl.ttft;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gatlingllm.gatling.ChatActionBuilder;
import org.gatlingllm.metric.Outcome;

/** A function of the user's that throws, and what. Each is a request of its own. */
record ThrowingCase(Place place, Thrown thrown) {

  /** Where the function stands. */
  enum Place {
    PROMPT,
    HEADER,
    SIGNATURE,
    CHECK_OF_TEXT,
    LIMIT_OF_CHECK,
    CHECK_OF_HTTP;

    /** How its request ends; empty where there is none because it cannot be built. */
    Optional<Outcome> outcome() {
      return switch (this) {
        case PROMPT, HEADER -> Optional.empty();
        case SIGNATURE -> Optional.of(Outcome.CONNECTION);
        case CHECK_OF_TEXT, LIMIT_OF_CHECK, CHECK_OF_HTTP -> Optional.of(Outcome.CHECK);
      };
    }
  }

  /** What it throws: all but the first two are fatal to Scala's {@code NonFatal}. */
  enum Thrown {
    EXCEPTION,
    ASSERTION,
    LINKAGE,
    STACK,
    MEMORY;

    /** Throws it. */
    @SuppressWarnings("unused") // the value tells what would have been returned
    <T> T insteadOf(T value) {
      switch (this) {
        case EXCEPTION -> throw new IllegalStateException("thrown by the user's");
        case ASSERTION -> throw new AssertionError("thrown by the user's");
        case LINKAGE -> throw new NoClassDefFoundError("org/example/Missing");
        case MEMORY -> throw new OutOfMemoryError("thrown by the user's");
        default -> throw overflow(0);
      }
    }

    /** A real one. */
    @SuppressWarnings("InfiniteRecursion")
    private static RuntimeException overflow(int depth) {
      return overflow(depth + 1);
    }
  }

  static List<ThrowingCase> all() {
    return Arrays.stream(Place.values())
        .flatMap(place -> Arrays.stream(Thrown.values()).map(t -> new ThrowingCase(place, t)))
        .toList();
  }

  /** Name of its request. */
  String name() {
    return (place + " " + thrown).toLowerCase(Locale.ROOT);
  }

  /** The request with the function in it. */
  ChatActionBuilder in(ChatActionBuilder request) {
    return switch (place) {
      case PROMPT -> request.prompt(session -> thrown.insteadOf("What?"));
      case HEADER ->
          request.http(http -> http.header("x-own", session -> thrown.insteadOf("mine")));
      case SIGNATURE ->
          request.http(http -> http.sign((unsigned, session) -> thrown.insteadOf(unsigned)));
      case CHECK_OF_TEXT ->
          request.check(content().transform(text -> thrown.insteadOf(text)).is(""));
      case LIMIT_OF_CHECK -> request.check(ttft().lt(session -> thrown.insteadOf(Duration.ZERO)));
      case CHECK_OF_HTTP ->
          request.http(
              http -> http.check(status().transform(code -> thrown.insteadOf(code)).is(200)));
    };
  }
}
