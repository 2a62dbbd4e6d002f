package org.gatlingllm.gatling;

import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpDsl;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Map;
import java.util.Optional;
import org.gatlingllm.metric.Secrets;
import org.gatlingllm.stream.Dialect;

/**
 * Where a request goes, and as whose.
 *
 * @param dialect one of {@link Dialect#names()}
 * @param baseUrl empty: the HTTP protocol's
 * @param reference that of the second server where a run compares two; empty: there is one
 * @param model as the server knows it; empty: left out
 */
record Address(
    String dialect, String baseUrl, String reference, String model, Optional<ApiKey> apiKey) {

  /** The HTTP protocol's server, with the environment's key. */
  static Address ofProtocol() {
    return new Address("openai-chat", "", "", "", ApiKey.of(System.getenv()));
  }

  /**
   * With this dialect.
   *
   * @throws IllegalArgumentException when there is none of this name
   */
  Address withDialect(String name) {
    Dialect.named(name);
    return new Address(name, baseUrl, reference, model, apiKey);
  }

  Address withBaseUrl(String url) {
    return new Address(dialect, url, "", model, apiKey);
  }

  Address withReference(String url) {
    return new Address(dialect, baseUrl, url, model, apiKey);
  }

  Address withModel(String name) {
    return new Address(dialect, baseUrl, reference, name, apiKey);
  }

  Address withApiKey(Optional<ApiKey> key) {
    return new Address(dialect, baseUrl, reference, model, key);
  }

  Dialect spoken() {
    return Dialect.named(dialect);
  }

  /** A POST with this name to the server, without a body and without headers. */
  HttpRequestActionBuilder post(String name) {
    Dialect spoken = spoken();
    String url = baseUrl.isEmpty() ? spoken.path(model) : spoken.url(baseUrl, model);
    if (reference.isEmpty()) {
      return HttpDsl.http(name).post(url);
    }
    String other = spoken.url(reference, model);
    return HttpDsl.http(name).post(session -> ofReference(session) ? other : url);
  }

  /** The request with the headers that the dialect wants, the key's among them. */
  HttpRequestActionBuilder signed(HttpRequestActionBuilder request) {
    HttpRequestActionBuilder signed = request;
    for (Map.Entry<String, String> header : headers().entrySet()) {
      String value = header.getValue();
      signed = signed.header(header.getKey(), session -> value); // no expression: a key may hold #{
    }
    return signed;
  }

  private Map<String, String> headers() {
    return spoken().headers(apiKey.map(ApiKey::value).orElse(null));
  }

  /** Without the credentials that an address may hold. */
  @Override
  public String toString() {
    return dialect + " at " + Secrets.withoutCredentials(baseUrl + " " + reference).strip();
  }

  private static boolean ofReference(Session session) {
    Visit visit = Visit.of(session.asScala());
    return visit != null && Passes.REFERENCE.equals(visit.level().level().target());
  }
}
