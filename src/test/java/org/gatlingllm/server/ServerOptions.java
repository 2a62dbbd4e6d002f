package org.gatlingllm.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Everything a {@link SimulatedLlmServer} can be told. Immutable; every method without an argument
 * reads, every {@code with…} returns new options.
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

  private int port;
  private ServiceModel serviceModel = ServiceModel.preset("np4");
  private long seed = 1;
  private FaultScript faults = FaultScript.none();
  private Optional<String> model = Optional.empty();
  private Optional<String> apiKey = Optional.empty();
  private HeadersPolicy headers = HeadersPolicy.WITH_SLOT;
  private OpeningPolicy opening = OpeningPolicy.WITH_FIRST_TOKEN;
  private int defaultMaxTokens = 128;
  private double eosProbability;
  private int keepAliveRequests = Integer.MAX_VALUE;
  private int maxQueue = Integer.MAX_VALUE;
  private int retryAfterSeconds = 1;
  private boolean keepTruth = true;
  private Optional<Path> truthFile = Optional.empty();
  private Duration spin = Duration.ofNanos(50_000);
  private Tls tls = Tls.NONE;
  private Duration tokenPause = Duration.ZERO;
  private int ioThreads = Math.max(1, Runtime.getRuntime().availableProcessors() / 4);

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
    ServerOptions options = copy();
    options.port = port;
    return options;
  }

  /** Works as that model says; default {@code np4}. */
  public ServerOptions withServiceModel(ServiceModel serviceModel) {
    ServerOptions options = copy();
    options.serviceModel = serviceModel;
    return options;
  }

  /** Seeds noise, lengths and texts; default 1. */
  public ServerOptions withSeed(long seed) {
    ServerOptions options = copy();
    options.seed = seed;
    return options;
  }

  /** Plays that script; default none. */
  public ServerOptions withFaults(FaultScript faults) {
    ServerOptions options = copy();
    options.faults = faults;
    return options;
  }

  /** Knows that model name only and answers 404 to others; by default any is known. */
  public ServerOptions withModel(String model) {
    ServerOptions options = copy();
    options.model = Optional.of(model);
    return options;
  }

  /** Wants that key (Authorization: Bearer, or x-api-key) and answers 401 without; default none. */
  public ServerOptions withApiKey(String apiKey) {
    ServerOptions options = copy();
    options.apiKey = Optional.of(apiKey);
    return options;
  }

  /** Sends the head of a stream then; default {@link HeadersPolicy#WITH_SLOT}. */
  public ServerOptions withHeaders(HeadersPolicy headers) {
    ServerOptions options = copy();
    options.headers = headers;
    return options;
  }

  /** Sends what precedes the first token then; default {@link OpeningPolicy#WITH_FIRST_TOKEN}. */
  public ServerOptions withOpening(OpeningPolicy opening) {
    ServerOptions options = copy();
    options.opening = opening;
    return options;
  }

  /** Answers so many tokens when a request sets no limit; default 128. */
  public ServerOptions withDefaultMaxTokens(int tokens) {
    require(tokens >= 1, "defaultMaxTokens", "at least 1", tokens);
    ServerOptions options = copy();
    options.defaultMaxTokens = tokens;
    return options;
  }

  /**
   * Ends an answer after each token with that probability (finish reason {@code stop}), unless the
   * request says {@code ignore_eos}, and not before its {@code min_tokens}; default 0: every answer
   * has all the tokens it may have.
   */
  public ServerOptions withEosProbability(double probability) {
    require(probability >= 0 && probability <= 1, "eosProbability", "0 to 1", probability);
    ServerOptions options = copy();
    options.eosProbability = probability;
    return options;
  }

  /** Closes a connection after so many responses; the last one says so. Default: never. */
  public ServerOptions withKeepAliveRequests(int requests) {
    require(requests >= 1, "keepAliveRequests", "at least 1", requests);
    ServerOptions options = copy();
    options.keepAliveRequests = requests;
    return options;
  }

  /** Answers 429 with that Retry-After when so many requests wait already; default: never. */
  public ServerOptions withMaxQueue(int requests, int retryAfterSeconds) {
    require(requests >= 0, "maxQueue", "0 or more", requests);
    require(retryAfterSeconds >= 0, "retryAfterSeconds", "0 or more", retryAfterSeconds);
    ServerOptions options = copy();
    options.maxQueue = requests;
    options.retryAfterSeconds = retryAfterSeconds;
    return options;
  }

  /**
   * Keeps the truth of ended requests in memory, about 250 bytes a request and 8 a token; default
   * on. Switch it off for long runs: an hour of 2,000 tokens/s are 58 MB.
   */
  public ServerOptions withKeepTruth(boolean keepTruth) {
    ServerOptions options = copy();
    options.keepTruth = keepTruth;
    return options;
  }

  /** Writes the truth to that file as JSON lines; default none. */
  public ServerOptions withTruthFile(Path truthFile) {
    ServerOptions options = copy();
    options.truthFile = Optional.of(truthFile);
    return options;
  }

  /** Spins for at most so long before a deadline; default 50 µs. */
  public ServerOptions withSpin(Duration spin) {
    require(!spin.isNegative(), "spin", "0 or more", spin);
    ServerOptions options = copy();
    options.spin = spin;
    return options;
  }

  /** Speaks TLS; default {@link Tls#NONE}. */
  public ServerOptions withTls(Tls tls) {
    ServerOptions options = copy();
    options.tls = tls;
    return options;
  }

  /**
   * Sends each token of a stream in a write of its own, at least so long after the one before: with
   * the preset {@code fast}, whose tokens are all due at once, a stream nevertheless. Default 0:
   * all that is due goes out in one write.
   */
  public ServerOptions withTokenPause(Duration pause) {
    require(!pause.isNegative(), "tokenPause", "0 or more", pause);
    ServerOptions options = copy();
    options.tokenPause = pause;
    return options;
  }

  /** Uses so many event loops; default a quarter of the processors, at least 1. */
  public ServerOptions withIoThreads(int ioThreads) {
    require(ioThreads >= 1, "ioThreads", "at least 1", ioThreads);
    ServerOptions options = copy();
    options.ioThreads = ioThreads;
    return options;
  }

  int port() {
    return port;
  }

  ServiceModel serviceModel() {
    return serviceModel;
  }

  long seed() {
    return seed;
  }

  FaultScript faults() {
    return faults;
  }

  Optional<String> model() {
    return model;
  }

  Optional<String> apiKey() {
    return apiKey;
  }

  HeadersPolicy headers() {
    return headers;
  }

  OpeningPolicy opening() {
    return opening;
  }

  int defaultMaxTokens() {
    return defaultMaxTokens;
  }

  double eosProbability() {
    return eosProbability;
  }

  int keepAliveRequests() {
    return keepAliveRequests;
  }

  int maxQueue() {
    return maxQueue;
  }

  int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  boolean keepTruth() {
    return keepTruth;
  }

  Optional<Path> truthFile() {
    return truthFile;
  }

  long spinNanos() {
    return spin.toNanos();
  }

  Tls tls() {
    return tls;
  }

  long tokenPauseNanos() {
    return tokenPause.toNanos();
  }

  int ioThreads() {
    return ioThreads;
  }

  private ServerOptions copy() {
    try {
      return (ServerOptions) clone();
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
