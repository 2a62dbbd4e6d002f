package org.gatlingllm.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;

import io.gatling.commons.validation.Failure;
import io.gatling.commons.validation.Success;
import io.gatling.commons.validation.Validation;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.internal.Expressions;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.gatlingllm.stream.CompletionRequest.Message;
import org.gatlingllm.stream.Dialect;
import scala.Function1;

/**
 * A request that is written in the words of a dialect. Immutable: every method returns a new one.
 *
 * <p>It goes to the dialect's path on the {@code baseUrl} of the HTTP protocol, or to {@link
 * #baseUrl}.
 */
public final class ChatActionBuilder implements ActionBuilder {
  private final String name;
  private final Address address;
  private final Ask ask;
  private final Wire wire;

  private ChatActionBuilder(String name, Address address, Ask ask, Wire wire) {
    this.name = name;
    this.address = address;
    this.ask = ask;
    this.wire = wire;
  }

  static ChatActionBuilder named(String name) {
    return new ChatActionBuilder(name, Address.ofProtocol(), Ask.hello(), Wire.plain());
  }

  /**
   * Streams the answer to a request of Gatling's HTTP DSL, with all that it offers. The dialect is
   * guessed from nothing: it is {@code openai-chat}, or what {@link StreamActionBuilder#dialect}
   * says.
   */
  public StreamActionBuilder stream(HttpRequestActionBuilder request) {
    return new StreamActionBuilder(name, address.spoken(), request, wire.checks());
  }

  /** What the server speaks: one of {@link Dialect#names()}. */
  public ChatActionBuilder dialect(String name) {
    return to(address.withDialect(name));
  }

  /**
   * Where the server is, with or without {@code /v1} or the whole path; in place of the HTTP
   * protocol's.
   */
  public ChatActionBuilder baseUrl(String url) {
    return to(address.withBaseUrl(url));
  }

  /**
   * Where a second server is: the requests of the levels {@code @b} go there. Path, model and key
   * are those of the first one.
   */
  public ChatActionBuilder comparedWith(String url) {
    return to(address.withReference(url));
  }

  /** Model name as the server knows it; empty: left out. */
  public ChatActionBuilder model(String name) {
    return to(address.withModel(name));
  }

  /** The system prompt; empty: none. */
  public ChatActionBuilder system(String text) {
    return asking(ask.withSystem(text));
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

  /**
   * The whole conversation so far, oldest message first; one of the role {@code system} takes the
   * place of {@link #system}.
   */
  public ChatActionBuilder messages(Function<Session, List<Message>> conversation) {
    return asking(ask.withMessages(conversation));
  }

  /** Longest answer, in tokens; 128 unless set. */
  public ChatActionBuilder maxTokens(int tokens) {
    return asking(ask.withMaxTokens(tokens));
  }

  /**
   * Varies {@code maxTokens} evenly by this ratio of itself, from request to request, as vLLM's
   * {@code --random-range-ratio} does; seeded. Those of a trace do not vary.
   *
   * @throws IllegalArgumentException unless the ratio is at least 0 and below 1
   */
  public ChatActionBuilder varyingMaxTokens(double ratio, long seed) {
    return asking(ask.withRange(new LengthRange(seed, ratio)));
  }

  /** Asks for answers of exactly {@code maxTokens}, where the server can ({@code ignore_eos}). */
  public ChatActionBuilder ignoreEos(boolean exact) {
    return asking(ask.withExactLength(exact));
  }

  /** Sampling temperature; the server's default unless set. */
  public ChatActionBuilder temperature(double value) {
    return asking(ask.withTemperature(value));
  }

  /** Adds a field to the request's body as it is. */
  public ChatActionBuilder field(String name, Object value) {
    return asking(ask.withField(name, value));
  }

  /**
   * Sends this key, in place of the environment's; empty: none.
   *
   * @throws SettingsException when it holds what no header can
   */
  public ChatActionBuilder apiKey(Optional<String> key) {
    return to(address.withApiKey(key.map(text -> ApiKey.of("apiKey(…)", text))));
  }

  /** Changes the HTTP request: headers, checks on the status, a timeout of its own. */
  public ChatActionBuilder http(UnaryOperator<HttpRequestActionBuilder> change) {
    return over(wire.withHttp(change));
  }

  /**
   * Adds a header as it is, without the expressions of Gatling: a key may hold what looks like one.
   */
  public ChatActionBuilder header(String name, String value) {
    return http(request -> request.header(name, session -> value));
  }

  /** Adds checks on the stream: {@code ttft().lt(Duration.ofMillis(200))}. */
  public ChatActionBuilder check(CheckBuilder... more) {
    return over(wire.withChecks(more));
  }

  /** For Gatling only. */
  @Override
  public io.gatling.core.action.builder.ActionBuilder asScala() {
    Dialect dialect = address.spoken();
    HttpRequestActionBuilder request =
        address
            .post(name)
            .body(StringBody(session -> dialect.body(ask.completion(address.model(), session))));
    return stream(wire.http().apply(address.signed(request))).asScala();
  }

  private static String resolved(Validation<String> validation) {
    if ((Object) validation
        instanceof Failure failure) { // Java sees no subtype of Validation<String>
      throw new IllegalArgumentException(failure.message());
    }
    return ((Success<String>) validation).value();
  }

  private ChatActionBuilder to(Address other) {
    return new ChatActionBuilder(name, other, ask, wire);
  }

  private ChatActionBuilder asking(Ask other) {
    return new ChatActionBuilder(name, address, other, wire);
  }

  private ChatActionBuilder over(Wire other) {
    return new ChatActionBuilder(name, address, ask, other);
  }
}
