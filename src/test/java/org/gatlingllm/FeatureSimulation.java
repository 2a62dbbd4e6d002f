package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.tryMax;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;
import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.content;
import static org.gatlingllm.gatling.LlmDsl.e2el;
import static org.gatlingllm.gatling.LlmDsl.finishReason;
import static org.gatlingllm.gatling.LlmDsl.itl;
import static org.gatlingllm.gatling.LlmDsl.llm;
import static org.gatlingllm.gatling.LlmDsl.outputTokens;
import static org.gatlingllm.gatling.LlmDsl.promptTokens;
import static org.gatlingllm.gatling.LlmDsl.reasoning;
import static org.gatlingllm.gatling.LlmDsl.tpot;
import static org.gatlingllm.gatling.LlmDsl.ttft;

import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import org.gatlingllm.gatling.ChatActionBuilder;
import org.gatlingllm.gatling.StreamActionBuilder;

/**
 * What Gatling's HTTP DSL and the stream's checks offer, used once each; says what came of it in
 * lines that {@link FeatureIT} reads.
 */
public final class FeatureSimulation extends LlmSimulation {
  /** System properties: base URLs. */
  static final String ECHO = "it.echo";

  static final String TRIES = "it.tries";
  static final String LIMITED = "it.limited";

  /** Begins a line of results: {@code RESULT name=value}. */
  static final String RESULT = "RESULT ";

  static final int TOKENS = 6;

  {
    setUp(
            levels(
                closed(
                        exec(requests())
                            .exec(refusals())
                            .exec(checks())
                            .exec(failedChecks())
                            .exec(turns())
                            .exec(
                                exec(
                                    chat("refused twice").baseUrl(System.getProperty(LIMITED, ""))))
                            .exec(
                                session ->
                                    said(session, "failed after refusals", session.isFailed()))
                            .exec(failures()))
                    .concurrency(1)
                    .requests(1)))
        .protocols(httpProtocol, llmProtocol);
  }

  private ChainBuilder requests() {
    return exec(echo("first")
            .http(r -> r.check(status().is(200), header("x-id").saveAs("id")))
            .check(content().saveAs("cookie 1")))
        .exec(echo("second").check(content().saveAs("cookie 2")))
        .exec(say("id"), say("cookie 1"), say("cookie 2"))
        .exec(echo("no such header").http(r -> r.check(header("x-none").exists())))
        .exec(echo("wrong status").http(r -> r.check(status().is(201))))
        .exec(chat("silent").http(HttpRequestActionBuilder::silent))
        .exec(chat("no such attribute").prompt("#{nobody}"))
        .exec(chat("digest").http(r -> r.digestAuth("user", "password")))
        .exec(chat("after build failures"));
  }

  private ChainBuilder refusals() {
    HttpRequestActionBuilder post = http("refused").post("/v1/chat/completions");
    return exec(
        tried("body check", stream(post.check(bodyString().exists()))),
        tried("json check", stream(post.check(jsonPath("$.x").exists()))),
        tried("transformResponse", stream(post.transformResponse((r, session) -> r))),
        tried("resources", stream(post.resources(http("more").get("/health")))),
        tried("check of http", stream(post).check(status().is(200))),
        tried("no address", stream(http("refused").post("http://me:hunter22@[127.0.0.1/"))),
        tried("nothing special", stream(post.body(StringBody("{}")))));
  }

  private ChainBuilder checks() {
    return exec(chat("all checks")
            .check(
                ttft().lt(Duration.ofSeconds(30)).name("soon"),
                ttft().lte(session -> Duration.ofSeconds(30)),
                itl().exists(),
                tpot().gt(Duration.ZERO),
                e2el().gte(Duration.ofNanos(1)).saveAs("e2el"),
                outputTokens().is(TOKENS),
                promptTokens().gt(0),
                finishReason().is("length"),
                content().transform(String::length).gt(TOKENS),
                reasoning().is("")))
        .exec(say("e2el"))
        .exec(
            echo("defaults")
                .check(
                    promptTokens().withDefault(7).saveAs("prompt"),
                    itl().withDefault(Duration.ofMillis(1)).lt(Duration.ofMillis(2)),
                    tpot().withDefault(Duration.ofMillis(3)).saveAs("tpot"),
                    finishReason().withDefault("none").saveAs("reason")))
        .exec(say("prompt"), say("tpot"), say("reason"));
  }

  private ChainBuilder failedChecks() {
    return exec(
        chat("late").check(ttft().lt(Duration.ofNanos(1)).name("soon")),
        chat("few tokens").check(outputTokens().gt(1000)),
        chat("other reason").check(finishReason().is("stop")),
        chat("other text").check(content().is("nothing of it")),
        echo("no itl").check(itl().exists()),
        echo("no usage").check(promptTokens().exists()));
  }

  private ChainBuilder turns() {
    return exec(Session::markAsSucceeded)
        .exec(chat("turn 1").check(content().saveAs("reply")))
        .exec(say("reply"))
        .exec(chat("turn 2").prompt("#{reply} and more"));
  }

  private ChainBuilder failures() {
    ChatActionBuilder tried = chat("tried").baseUrl(System.getProperty(TRIES, ""));
    return exec(Session::markAsSucceeded)
        .exec(tryMax(5).on(exec(tried)))
        .exec(session -> said(session, "failed after tries", session.isFailed()))
        .exec(
            exitBlockOnFail()
                .on(
                    exec(chat("fails in block").check(outputTokens().is(0)))
                        .exec(chat("never in block"))))
        .exec(session -> said(session, "failed after block", session.isFailed()))
        .exec(Session::markAsSucceeded)
        .exec(chat("fails before exit").check(outputTokens().is(0)))
        .exitHereIfFailed()
        .exec(chat("never after exit"));
  }

  @Override
  protected ChatActionBuilder chat(String name) {
    return super.chat(name).prompt("What is this?").maxTokens(TOKENS);
  }

  private static ChatActionBuilder echo(String name) {
    return llm(name).baseUrl(System.getProperty(ECHO, "")).prompt("Echo?");
  }

  private static StreamActionBuilder stream(HttpRequestActionBuilder request) {
    return llm("refused").stream(request);
  }

  private static ChainBuilder say(String attribute) {
    return exec(session -> said(session, attribute, session.get(attribute)));
  }

  private static Session said(Session session, String name, Object value) {
    System.out.println(RESULT + name + '=' + value);
    return session;
  }

  /** Builds an action, says whether that was refused, and does nothing. */
  private static ChainBuilder tried(String name, StreamActionBuilder request) {
    ActionBuilder builder =
        () ->
            (ctx, next) -> {
              String result = "accepted";
              try {
                request.asScala().build(ctx, next);
              } catch (IllegalArgumentException e) {
                result = e.getMessage();
              }
              System.out.println(RESULT + name + '=' + result);
              return next;
            };
    return exec(builder);
  }
}
