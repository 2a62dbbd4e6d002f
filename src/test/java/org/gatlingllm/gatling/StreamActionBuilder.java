package org.gatlingllm.gatling;

import io.gatling.core.action.Action;
import io.gatling.core.structure.ScenarioContext;
import io.gatling.http.check.HttpCheckScope;
import io.gatling.http.protocol.HttpComponents;
import io.gatling.http.protocol.HttpProtocol;
import io.gatling.http.request.HttpRequestConfig;
import io.gatling.http.request.HttpRequestDef;
import io.gatling.http.request.builder.HttpRequestBuilder;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.metric.Secrets;
import org.gatlingllm.stream.Dialect;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A streaming request: any request of Gatling's HTTP DSL whose answer is a stream of tokens.
 * Immutable: every method returns a new one.
 */
public final class StreamActionBuilder implements ActionBuilder {
  private final String name;
  private final Dialect dialect;
  private final HttpRequestActionBuilder request;
  private final List<CheckBuilder> checks;

  StreamActionBuilder(
      String name, Dialect dialect, HttpRequestActionBuilder request, List<CheckBuilder> checks) {
    this.name = name;
    this.dialect = dialect;
    this.request = request;
    this.checks = List.copyOf(checks);
  }

  /** Says what the server speaks, where the path does not: one of {@link Dialect#names()}. */
  public StreamActionBuilder dialect(String dialectName) {
    return new StreamActionBuilder(name, Dialect.named(dialectName), request, checks);
  }

  /** Adds checks on the stream: {@code ttft().lt(Duration.ofMillis(200))}. */
  public StreamActionBuilder check(CheckBuilder... more) {
    List<CheckBuilder> all = new ArrayList<>(checks);
    all.addAll(List.of(more));
    return new StreamActionBuilder(name, dialect, request, all);
  }

  /** For Gatling only. */
  @Override
  public io.gatling.core.action.builder.ActionBuilder asScala() {
    StreamSpec spec =
        new StreamSpec(
            name,
            dialect,
            CollectionConverters.asScala(StreamChecks.build(checks)).toList(),
            checks.stream().anyMatch(StreamChecks::looksAtText));
    return (ctx, next) -> action(spec, ctx, next);
  }

  private StreamingAction action(StreamSpec spec, ScenarioContext ctx, Action next) {
    HttpComponents http =
        ctx.protocolComponentsRegistry().components(HttpProtocol.HttpProtocolKey());
    LlmRun run = ctx.protocolComponentsRegistry().components(LlmComponents.KEY).run();
    HttpRequestDef definition = definition(ctx, http, run);
    if (ctx.throttled()) {
      throw refused("throttle", "the load of a level is its profile's; set rates instead");
    }
    refuseWhatHasNoMeaning(definition.requestConfig());
    return new StreamingAction(
        spec, definition, new StreamingAction.Place(http, ctx.coreComponents(), run, next));
  }

  /** Gatling quotes an address that is none as a whole. */
  private HttpRequestDef definition(ScenarioContext ctx, HttpComponents http, LlmRun run) {
    try {
      return withTimeout((HttpRequestBuilder) request.asScala(), run.limits().total())
          .build(
              http.httpCaches(),
              http.httpProtocol(),
              ctx.throttled(),
              ctx.coreComponents().configuration());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cannot build request '"
              + name
              + "': "
              + Secrets.withoutCredentials(String.valueOf(e.getMessage())));
    }
  }

  /** Gatling's own 60 s would cut long queues; a timeout of the request itself holds. */
  private static HttpRequestBuilder withTimeout(HttpRequestBuilder builder, Duration total) {
    return builder.httpAttributes().requestTimeout().isDefined()
        ? builder
        : builder.requestTimeout(FiniteDuration.fromNanos(total.toNanos()));
  }

  private void refuseWhatHasNoMeaning(HttpRequestConfig config) {
    if (config.responseTransformer().isDefined()) {
      throw refused("transformResponse", "a stream is read as it comes; check content() instead");
    }
    if (config.explicitResources().nonEmpty()) {
      throw refused("resources", "a stream has none; send them as requests of their own");
    }
    boolean onBody =
        config.checks().exists(c -> c.scope() instanceof HttpCheckScope.Body$)
            || config.checks().exists(c -> c.scope() instanceof HttpCheckScope.Chunks$);
    if (onBody) {
      throw refused(
          "a check on the body",
          "a stream's body is not kept; use content(), reasoning() or finishReason() of LlmDsl");
    }
  }

  private IllegalArgumentException refused(String what, String why) {
    return new IllegalArgumentException(
        "cannot stream request '" + name + "' with " + what + ": " + why);
  }
}
