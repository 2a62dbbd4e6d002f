package org.gatlingllm.engine;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.jspecify.annotations.Nullable;

/** Where an engine tells its metrics. Confined to one thread at a time. */
public final class MetricsEndpoint {
  /** An engine that decodes may answer only between two steps, and a long prefill is one. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private static final int OK = 200;

  private final HttpClient client = TrustingClient.make();
  private final HttpRequest request;
  private final Duration limit;

  /**
   * An endpoint that is given five seconds for each answer.
   *
   * @param address without credentials
   * @param authorization value of the header of that name, if any is to be sent
   */
  public MetricsEndpoint(URI address, Optional<String> authorization) {
    this(address, authorization, LIMIT);
  }

  MetricsEndpoint(URI address, Optional<String> authorization, Duration limit) {
    this.limit = limit;
    HttpRequest.Builder get =
        HttpRequest.newBuilder(address).header("accept", "text/plain;version=0.0.4");
    authorization.ifPresent(value -> get.header("authorization", value));
    request = get.build();
  }

  /**
   * Asks once. Never throws: what goes wrong is told by the reading, in words of our own. It blocks
   * until the whole answer is there or its time is up.
   */
  public EngineReading read() {
    AtomicLong headersNanos = new AtomicLong();
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(
            request,
            head -> {
              headersNanos.set(System.nanoTime());
              return new CappedBody();
            });
    try {
      HttpResponse<String> response = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return response.statusCode() == OK
          ? reading(headersNanos.get(), response.body())
          : failed("status " + response.statusCode());
    } catch (TimeoutException e) {
      return failed("no whole answer within " + limit.toSeconds() + " s");
    } catch (ExecutionException e) {
      return failed(words(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed("interrupted");
    } finally {
      answer.cancel(true);
    }
  }

  private static EngineReading reading(long atNanos, String text) {
    Map<EngineGauge, Double> gauges = MetricsText.gauges(text);
    return gauges.isEmpty()
        ? EngineReading.failed(atNanos, "no gauge of vLLM, SGLang, TGI or llama.cpp in its answer")
        : new EngineReading(atNanos, gauges, null);
  }

  private static EngineReading failed(String why) {
    return EngineReading.failed(System.nanoTime(), why);
  }

  /** Not the exception's own words: they may hold an address, or what the server said. */
  private static String words(@Nullable Throwable cause) {
    if (cause instanceof CappedBody.TooLong) {
      return "an answer of more than " + (CappedBody.MOST_BYTES >> 20) + " MiB";
    }
    if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
      return "no connection";
    }
    return cause instanceof SSLException ? "no TLS" : "a connection that broke";
  }
}
