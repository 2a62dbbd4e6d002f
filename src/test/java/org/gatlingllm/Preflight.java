package org.gatlingllm;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Timer;
import java.util.TimerTask;
import org.gatlingllm.engine.TrustingClient;
import org.gatlingllm.gatling.ApiKey;
import org.gatlingllm.gatling.Redaction;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.Secrets;
import org.gatlingllm.stream.CompletionRequest;
import org.gatlingllm.stream.StreamReader;
import org.gatlingllm.stream.StreamResult;

/**
 * One small request before any load: an address, a key or a model name that is wrong is told in one
 * sentence, and not by a thousand failures.
 */
final class Preflight {
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final int PIECE = 8192;

  private final Target target;
  private final Extras extras;
  private final Settings settings;
  private final Map<String, String> headers;
  private final Redaction redaction;

  Preflight(Target target, Extras extras, Settings settings) {
    this.target = target;
    this.extras = extras;
    this.settings = settings;
    String key = ApiKey.of(System.getenv()).map(ApiKey::value).orElse(null);
    this.headers = target.dialect().headers(key);
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(extras.headers());
    this.redaction = Redaction.of(all, settings.secretHeaders(), URI.create(target.url()));
  }

  /**
   * Sends the request.
   *
   * @throws SettingsException when the server cannot be reached, refuses, or does not stream
   */
  StreamResult check() {
    StreamReader reader = new StreamReader(target.dialect(), false);
    try {
      HttpResponse<InputStream> response =
          TrustingClient.make().send(request(), BodyHandlers.ofInputStream());
      read(response, reader);
    } catch (HttpConnectTimeoutException | ConnectException e) {
      throw refused("cannot reach it", "start it, or set -D" + target.setting() + "=…");
    } catch (HttpTimeoutException e) {
      throw refused(
          "it did not answer within llm.timeout", "look at its log, or raise -Dllm.timeout=…");
    } catch (IOException e) {
      throw refused(
          "the connection failed: " + e.getMessage(), "check address, port and http or https");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refused("it was interrupted", "run again");
    }
    judge(reader.result());
    return reader.result();
  }

  private void judge(StreamResult result) {
    // each by itself: a secret in which one was cut is known at its end
    String sample = result.ending().sample();
    String said = sample == null ? "" : ": " + redacted(sample);
    int status = result.ending().status();
    if (result.outcome() == Outcome.HTTP_STATUS) {
      throw refused("it answered with status " + status + said, remedy(status));
    }
    if (result.outcome() == Outcome.NOT_A_STREAM) {
      throw refused(
          "it did not stream (" + redacted(String.valueOf(result.ending().message())) + ")" + said,
          "check that llm.dialect " + target.dialect().name() + " is what it speaks at this path");
    }
    if (result.outcome() == Outcome.TRUNCATED) {
      throw refused(
          "its stream broke off before the end mark", "look at the server's log and llm.timeout");
    }
    if (result.outcome() == Outcome.ERROR_IN_STREAM) {
      throw refused(
          "its stream told an error (" + result.ending().message() + ")" + said,
          "look at the model name and the server's log");
    }
  }

  private String remedy(int status) {
    return switch (status) {
      case 401, 403 ->
          "set the environment variable LLM_API_KEY (or OPENAI_API_KEY) to a valid key";
      case 404 -> "check llm.model and the path of " + target.setting();
      case 400, 422 ->
          "check llm.model, llm.maxTokens, llm.extraBody, and llm.ignoreEos, which some servers refuse";
      case 301, 302, 303, 307, 308 ->
          "set -D" + target.setting() + " to where it redirects: no redirect is followed";
      case 429, 503 -> "wait until it takes requests, or set -Dllm.preflight=false";
      default -> "look at the server's log";
    };
  }

  private void read(HttpResponse<InputStream> response, StreamReader reader) throws IOException {
    reader.headers(
        response.statusCode(),
        response.headers().firstValue("content-type").orElse(null),
        response.headers().firstValue("content-encoding").orElse(null),
        null);
    byte[] piece = new byte[PIECE];
    Timer watchdog = new Timer("llm-preflight", true);
    try (InputStream body = response.body()) {
      // the client's own timeout ends at the headers
      watchdog.schedule(new Closing(body), settings.duration("llm.timeout", LEAST).toMillis());
      int length;
      while (!reader.ended() && (length = body.read(piece)) >= 0) {
        reader.read(ByteBuffer.wrap(piece, 0, length), System.nanoTime());
      }
      reader.endOfBody();
    } finally {
      watchdog.cancel();
    }
  }

  /** Closes a body that does not end. */
  private static final class Closing extends TimerTask {
    private final InputStream body;

    Closing(InputStream body) {
      this.body = body;
    }

    @Override
    public void run() {
      try {
        body.close();
      } catch (IOException e) {
        // what reads it finds out by itself
      }
    }
  }

  private HttpRequest request() {
    CompletionRequest.Builder completion =
        extras.inBody(
            CompletionRequest.to(target.model())
                .user("Say hello.")
                .maxTokens(2)
                .exactLength(settings.flag("llm.ignoreEos")));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(target.url()))
            .timeout(settings.duration("llm.timeout", LEAST))
            .POST(HttpRequest.BodyPublishers.ofString(target.dialect().body(completion.build())));
    headers.forEach(request::setHeader);
    extras.headers().forEach(request::setHeader);
    return request.build();
  }

  private SettingsException refused(String what, String remedy) {
    return new SettingsException(
        "cannot test "
            + target.inHeader().baseUrl()
            + ": expected a stream of "
            + target.dialect().name()
            + " at "
            + URI.create(target.url()).getPath()
            + ", "
            + redacted(what)
            + "; "
            + remedy);
  }

  /** A server may quote the key that it refuses; a header of the settings may be a short one. */
  private String redacted(String text) {
    String redacted = Objects.requireNonNull(redaction.redact(text));
    for (String header : extras.headers().values()) {
      redacted = redacted.replace(header, Secrets.HIDDEN);
    }
    return redacted;
  }
}
