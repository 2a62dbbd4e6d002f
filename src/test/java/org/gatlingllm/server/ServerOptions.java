package org.gatlingllm.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Everything a {@link SimulatedLlmServer} can be told. Every {@code with…} returns new options and
 * leaves these as they are.
 */
public final class ServerOptions implements Cloneable {

  /** When the head of a streamed response goes out. */
  public enum HeadersPolicy {
    /** When the request has been read. */
    AT_ONCE,
    /** When a slot takes the request, as real engines do: a queued request hears nothing at all. */
    WITH_SLOT,
    /** In one write with the first token. */
    WITH_FIRST_TOKEN
  }

  /** When the events before the first token (a role-only delta, say) go out. */
  public enum OpeningPolicy {
    /** In one write with the response's head. */
    WITH_HEADERS,
    /** In one write with the first token, as real engines do. */
    WITH_FIRST_TOKEN
  }

  /** What is spoken beneath HTTP, with a certificate of the server's own making. */
  public enum Tls {
    /** HTTP/1.1, not encrypted. */
    NONE,
    /** HTTP/1.1 over TLS. */
    HTTP1,
    /** TLS, and HTTP/2 with clients that ask for it (ALPN); HTTP/1.1 with others. */
    HTTP2
  }

  // Read by this package, written by with(…) only, on a copy that nobody else has yet.
  int port;
  ServiceModel serviceModel = ServiceModel.preset("np4");
  long seed = 1;
  FaultScript faults = FaultScript.none();
  Optional<String> model = Optional.empty();
  Optional<String> apiKey = Optional.empty();
  HeadersPolicy headers = HeadersPolicy.WITH_SLOT;
  OpeningPolicy opening = OpeningPolicy.WITH_FIRST_TOKEN;
  int defaultMaxTokens = 128;
  double eosProbability;
  int keepAliveRequests = Integer.MAX_VALUE;
  int maxQueue = Integer.MAX_VALUE;
  int retryAfterSeconds = 1;
  boolean keepTruth = true;
  Optional<Path> truthFile = Optional.empty();
  Tls tls = Tls.NONE;
  Duration tokenPause = Duration.ZERO;

  private ServerOptions() {}

  /** The preset {@code np4} on a free port, any model, no key, no faults. */
  public static ServerOptions defaults() {
    return new ServerOptions();
  }

  /** The defaults with that preset. */
  public static ServerOptions preset(String name) {
    return defaults().withServiceModel(ServiceModel.preset(name));
  }

  /** Listens on that port of 127.0.0.1; 0 (default): a free one. */
  public ServerOptions withPort(int port) {
    require(port >= 0 && port <= 65_535, "port", "0 to 65535", port);
    return with(o -> o.port = port);
  }

  /** Works as that model says; default {@code np4}. */
  public ServerOptions withServiceModel(ServiceModel serviceModel) {
    return with(o -> o.serviceModel = serviceModel);
  }

  /** Seeds noise, lengths and texts; default 1. */
  public ServerOptions withSeed(long seed) {
    return with(o -> o.seed = seed);
  }

  /** Plays that script; default none. */
  public ServerOptions withFaults(FaultScript faults) {
    return with(o -> o.faults = faults);
  }

  /** Knows that model name only and answers 404 to others; by default any is known. */
  public ServerOptions withModel(String model) {
    return with(o -> o.model = Optional.of(model));
  }

  /** Wants that key (Authorization: Bearer, or x-api-key) and answers 401 without; default none. */
  public ServerOptions withApiKey(String apiKey) {
    return with(o -> o.apiKey = Optional.of(apiKey));
  }

  /** Sends the head of a stream then; default {@link HeadersPolicy#WITH_SLOT}. */
  public ServerOptions withHeaders(HeadersPolicy headers) {
    return with(o -> o.headers = headers);
  }

  /** Sends what precedes the first token then; default {@link OpeningPolicy#WITH_FIRST_TOKEN}. */
  public ServerOptions withOpening(OpeningPolicy opening) {
    return with(o -> o.opening = opening);
  }

  /** Answers so many tokens when a request sets no limit; default 128. */
  public ServerOptions withDefaultMaxTokens(int tokens) {
    require(tokens >= 1, "defaultMaxTokens", "at least 1", tokens);
    return with(o -> o.defaultMaxTokens = tokens);
  }

  /**
   * Ends an answer after each token with that probability (finish reason {@code stop}), unless the
   * request says {@code ignore_eos}, and not before its {@code min_tokens}; default 0: every answer
   * has all the tokens it may have.
   */
  public ServerOptions withEosProbability(double probability) {
    require(probability >= 0 && probability <= 1, "eosProbability", "0 to 1", probability);
    return with(o -> o.eosProbability = probability);
  }

  /** Closes a connection after so many responses; the last one says so. Default: never. */
  public ServerOptions withKeepAliveRequests(int requests) {
    require(requests >= 1, "keepAliveRequests", "at least 1", requests);
    return with(o -> o.keepAliveRequests = requests);
  }

  /** Answers 429 with that Retry-After when so many requests wait already; default: never. */
  public ServerOptions withMaxQueue(int requests, int retryAfterSeconds) {
    require(requests >= 0, "maxQueue", "0 or more", requests);
    require(retryAfterSeconds >= 0, "retryAfterSeconds", "0 or more", retryAfterSeconds);
    return with(
        o -> {
          o.maxQueue = requests;
          o.retryAfterSeconds = retryAfterSeconds;
        });
  }

  /**
   * Keeps the truth of ended requests in memory, about 250 bytes a request and 8 a token; default
   * on. Switch it off for long runs: an hour of 2,000 tokens/s are 58 MB.
   */
  public ServerOptions withKeepTruth(boolean keepTruth) {
    return with(o -> o.keepTruth = keepTruth);
  }

  /** Writes the truth to that file as JSON lines; default none. */
  public ServerOptions withTruthFile(Path truthFile) {
    return with(o -> o.truthFile = Optional.of(truthFile));
  }

  /** Speaks TLS; default {@link Tls#NONE}. */
  public ServerOptions withTls(Tls tls) {
    return with(o -> o.tls = tls);
  }

  /**
   * Sends each token of a stream in a write of its own, at least so long after the one before: with
   * the preset {@code fast}, whose tokens are all due at once, a stream nevertheless. Default 0:
   * all that is due goes out in one write.
   */
  public ServerOptions withTokenPause(Duration pause) {
    require(!pause.isNegative(), "tokenPause", "0 or more", pause);
    return with(o -> o.tokenPause = pause);
  }

  private ServerOptions with(Consumer<ServerOptions> change) {
    try {
      ServerOptions copy = (ServerOptions) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  private static void require(boolean holds, String option, String expected, Object found) {
    if (!holds) {
      throw new IllegalArgumentException(
          "server options: " + option + " must be " + expected + ", found " + found);
    }
  }
}
