package org.gatlingllm.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;

import io.gatling.commons.validation.Failure;
import io.gatling.commons.validation.Success;
import io.gatling.commons.validation.Validation;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.internal.Expressions;
import io.gatling.javaapi.http.HttpDsl;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.gatlingllm.stream.CompletionRequest;
import org.gatlingllm.stream.CompletionRequest.Message;
import org.gatlingllm.stream.Dialect;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Option;

/**
 * A request that is written in the words of a dialect. Immutable: every method returns a new one.
 *
 * <p>It goes to the dialect's path on the {@code baseUrl} of the HTTP protocol, or to {@link
 * #baseUrl}.
 */
public final class ChatActionBuilder implements ActionBuilder {
  private final Parts parts;

  /** All parts, so that a change of one is one line. */
  private record Parts(
      String name,
      String dialect,
      Address address,
      String model,
      String system,
      Function<Session, List<Message>> messages,
      int maxTokens,
      boolean exactLength,
      @Nullable Double temperature,
      Map<String, Object> extra,
      Optional<String> apiKey,
      UnaryOperator<HttpRequestActionBuilder> http,
      List<CheckBuilder> checks) {}

  /**
   * Where requests go.
   *
   * @param baseUrl empty: the HTTP protocol's
   * @param reference that of the second server where a run compares two; empty: there is one
   */
  private record Address(String baseUrl, String reference) {}

  private ChatActionBuilder(Parts parts) {
    this.parts = parts;
  }

  static ChatActionBuilder named(String name) {
    return new ChatActionBuilder(
        new Parts(
            name,
            "openai-chat",
            new Address("", ""),
            "",
            "",
            session -> List.of(new Message("user", "Hello")),
            128,
            false,
            null,
            Map.of(),
            ApiKey.of(System.getenv()),
            UnaryOperator.identity(),
            List.of()));
  }

  /**
   * Streams the answer to a request of Gatling's HTTP DSL, with all that it offers. The dialect is
   * guessed from nothing: it is {@code openai-chat}, or what {@link StreamActionBuilder#dialect}
   * says.
   */
  public StreamActionBuilder stream(HttpRequestActionBuilder request) {
    return new StreamActionBuilder(parts.name, Dialect.named(parts.dialect), request, parts.checks);
  }

  /** What the server speaks: one of {@link Dialect#names()}. */
  public ChatActionBuilder dialect(String name) {
    Dialect.named(name);
    return with(
        p ->
            new Parts(
                p.name,
                name,
                p.address,
                p.model,
                p.system,
                p.messages,
                p.maxTokens,
                p.exactLength,
                p.temperature,
                p.extra,
                p.apiKey,
                p.http,
                p.checks));
  }

  /**
   * Where the server is, with or without {@code /v1} or the whole path; in place of the HTTP
   * protocol's.
   */
  public ChatActionBuilder baseUrl(String url) {
    return at(new Address(url, ""));
  }

  /**
   * Where a second server is: the requests of the levels {@code @b} go there. Path, model and key
   * are those of the first one.
   */
  public ChatActionBuilder comparedWith(String url) {
    return at(new Address(parts.address.baseUrl, url));
  }

  private ChatActionBuilder at(Address address) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                address,
                p.model,
                p.system,
                p.messages,
                p.maxTokens,
                p.exactLength,
                p.temperature,
                p.extra,
                p.apiKey,
                p.http,
                p.checks));
  }

  /** Model name as the server knows it; empty: left out. */
  public ChatActionBuilder model(String name) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                p.address,
                name,
                p.system,
                p.messages,
                p.maxTokens,
                p.exactLength,
                p.temperature,
                p.extra,
                p.apiKey,
                p.http,
                p.checks));
  }

  /** The system prompt; empty: none. */
  public ChatActionBuilder system(String text) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                p.address,
                p.model,
                text,
                p.messages,
                p.maxTokens,
                p.exactLength,
                p.temperature,
                p.extra,
                p.apiKey,
                p.http,
                p.checks));
  }

  /** The user's prompt, in Gatling's expression language: {@code "Explain #{topic}"}. */
  public ChatActionBuilder prompt(String el) {
    Function1<io.gatling.core.session.Session, Validation<String>> expression =
        Expressions.toStringExpression(el);
    return prompt(session -> resolved(expression.apply(session.asScala())));
  }

  /** The user's prompt. {@link Prompts} makes synthetic ones. */
  public ChatActionBuilder prompt(Function<Session, String> text) {
    return messages(session -> List.of(new Message("user", text.apply(session))));
  }

  /** The whole conversation so far, oldest message first, without the system prompt. */
  public ChatActionBuilder messages(Function<Session, List<Message>> conversation) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                p.address,
                p.model,
                p.system,
                conversation,
                p.maxTokens,
                p.exactLength,
                p.temperature,
                p.extra,
                p.apiKey,
                p.http,
                p.checks));
  }

  /** Longest answer, in tokens; 128 unless set. */
  public ChatActionBuilder maxTokens(int tokens) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                p.address,
                p.model,
                p.system,
                p.messages,
                tokens,
                p.exactLength,
                p.temperature,
                p.extra,
                p.apiKey,
                p.http,
                p.checks));
  }

  /** Asks for answers of exactly {@code maxTokens}, where the server can ({@code ignore_eos}). */
  public ChatActionBuilder ignoreEos(boolean exact) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                p.address,
                p.model,
                p.system,
                p.messages,
                p.maxTokens,
                exact,
                p.temperature,
                p.extra,
                p.apiKey,
                p.http,
                p.checks));
  }

  /** Sampling temperature; the server's default unless set. */
  public ChatActionBuilder temperature(double value) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                p.address,
                p.model,
                p.system,
                p.messages,
                p.maxTokens,
                p.exactLength,
                value,
                p.extra,
                p.apiKey,
                p.http,
                p.checks));
  }

  /** Adds a field to the request's body as it is. */
  public ChatActionBuilder field(String name, Object value) {
    return with(
        p -> {
          Map<String, Object> extra = new LinkedHashMap<>(p.extra);
          extra.put(name, value);
          return new Parts(
              p.name,
              p.dialect,
              p.address,
              p.model,
              p.system,
              p.messages,
              p.maxTokens,
              p.exactLength,
              p.temperature,
              extra,
              p.apiKey,
              p.http,
              p.checks);
        });
  }

  /** Sends this key, in place of the environment's; empty: none. */
  public ChatActionBuilder apiKey(Optional<String> key) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                p.address,
                p.model,
                p.system,
                p.messages,
                p.maxTokens,
                p.exactLength,
                p.temperature,
                p.extra,
                key,
                p.http,
                p.checks));
  }

  /** Changes the HTTP request: headers, checks on the status, a timeout of its own. */
  public ChatActionBuilder http(UnaryOperator<HttpRequestActionBuilder> change) {
    return with(
        p ->
            new Parts(
                p.name,
                p.dialect,
                p.address,
                p.model,
                p.system,
                p.messages,
                p.maxTokens,
                p.exactLength,
                p.temperature,
                p.extra,
                p.apiKey,
                r -> change.apply(p.http.apply(r)),
                p.checks));
  }

  /** Adds checks on the stream: {@code ttft().lt(Duration.ofMillis(200))}. */
  public ChatActionBuilder check(CheckBuilder... more) {
    return with(
        p -> {
          List<CheckBuilder> all = new ArrayList<>(p.checks);
          all.addAll(List.of(more));
          return new Parts(
              p.name,
              p.dialect,
              p.address,
              p.model,
              p.system,
              p.messages,
              p.maxTokens,
              p.exactLength,
              p.temperature,
              p.extra,
              p.apiKey,
              p.http,
              all);
        });
  }

  /** For Gatling only. */
  @Override
  public io.gatling.core.action.builder.ActionBuilder asScala() {
    Dialect dialect = Dialect.named(parts.dialect);
    HttpRequestActionBuilder request =
        post(dialect).body(StringBody(session -> dialect.body(completion(session))));
    for (Map.Entry<String, String> header : dialect.headers(parts.apiKey.orElse(null)).entrySet()) {
      String value = header.getValue();
      request =
          request.header(header.getKey(), session -> value); // no expression: a key may hold #{
    }
    return stream(parts.http.apply(request)).asScala();
  }

  private HttpRequestActionBuilder post(Dialect dialect) {
    String url =
        parts.address.baseUrl.isEmpty()
            ? dialect.path(parts.model)
            : dialect.url(parts.address.baseUrl, parts.model);
    if (parts.address.reference.isEmpty()) {
      return HttpDsl.http(parts.name).post(url);
    }
    String reference = dialect.url(parts.address.reference, parts.model);
    return HttpDsl.http(parts.name).post(session -> ofReference(session) ? reference : url);
  }

  private static boolean ofReference(Session session) {
    Option<Object> level = session.asScala().attributes().get(LevelRun.ATTRIBUTE);
    return level.nonEmpty()
        && Passes.REFERENCE.equals(((LevelRun) level.get()).plan().level().target());
  }

  private CompletionRequest completion(Session session) {
    CompletionRequest.Builder builder =
        CompletionRequest.to(parts.model)
            .system(parts.system.isEmpty() ? null : parts.system)
            .maxTokens(maxTokens(session))
            .exactLength(parts.exactLength)
            .temperature(parts.temperature)
            .extra(parts.extra);
    parts.messages.apply(session).forEach(m -> builder.message(m.role(), m.text()));
    return builder.build();
  }

  /** A trace that is replayed says it for each request. */
  private int maxTokens(Session session) {
    Option<Object> level = session.asScala().attributes().get(LevelRun.ATTRIBUTE);
    Trace.Row row =
        level.isEmpty() ? null : ((LevelRun) level.get()).row(session.asScala().userId());
    return row == null ? parts.maxTokens : row.outputTokens();
  }

  private static String resolved(Validation<String> validation) {
    if ((Object) validation
        instanceof Failure failure) { // Java sees no subtype of Validation<String>
      throw new IllegalArgumentException(failure.message());
    }
    return ((Success<String>) validation).value();
  }

  private ChatActionBuilder with(UnaryOperator<Parts> change) {
    return new ChatActionBuilder(change.apply(parts));
  }
}
