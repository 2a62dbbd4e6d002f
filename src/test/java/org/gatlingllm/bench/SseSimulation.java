package org.gatlingllm.bench;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.sse;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The same load with Gatling's own {@code sse()}, in the loop that its documentation shows for
 * language models, with a pause in it: without, the loop starves its event loop.
 */
public final class SseSimulation extends Simulation {
  private static final AtomicLong TOKENS = new AtomicLong();
  private static final String DONE = "done";
  private static final int MOST_MESSAGES = 1000;

  private final Duration warmUp = Duration.ofSeconds(BenchSettings.count("run.warmUp", 10));
  private final Duration span = Duration.ofSeconds(BenchSettings.count("run.seconds", 10));
  private final int spans = BenchSettings.count("run.repeats", 1);
  private final long until =
      System.nanoTime() + warmUp.plus(span.multipliedBy(spans)).plusSeconds(3).toNanos();

  private final ChainBuilder chat =
      exec(session -> session.set(DONE, false))
          .exec(
              sse("chat")
                  .post("/v1/chat/completions")
                  .header("content-type", "application/json")
                  .body(
                      StringBody(
                          "{\"model\":\"bench\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}],"
                              + "\"stream\":true,\"stream_options\":{\"include_usage\":true},"
                              + "\"max_tokens\":"
                              + BenchSettings.count("run.tokens", 64)
                              + "}")))
          .exec(
              asLongAs(session -> !session.getBoolean(DONE) && System.nanoTime() < until)
                  .on(
                      exec(sse.processUnmatchedMessages(
                              (messages, session) -> {
                                boolean done = false;
                                for (var message : messages) {
                                  done |= isLast(message.message());
                                }
                                return done ? session.set(DONE, true) : session;
                              }))
                          .pause(Duration.ofMillis(10))))
          .exec(sse("close").close());

  {
    setUp(
            scenario("sse")
                .exec(asLongAs(session -> System.nanoTime() < until).on(chat))
                .injectOpen(atOnceUsers(BenchSettings.count("run.users", 32))))
        .protocols(
            http.baseUrl(BenchSettings.text("run.url", ""))
                .sseUnmatchedInboundMessageBufferSize(MOST_MESSAGES));
  }

  /** Counts the event where it is a token; whether it is the last. */
  private static boolean isLast(String event) {
    if (event.contains("content")) {
      TOKENS.incrementAndGet();
    }
    return event.contains("[DONE]");
  }

  @Override
  public void before() {
    Thread meter = new Thread(() -> Meter.run(warmUp, span, spans, TOKENS::get), "bench-meter");
    meter.setDaemon(true);
    meter.start();
  }
}
