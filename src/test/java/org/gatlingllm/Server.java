package org.gatlingllm;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gatlingllm.server.FaultScript;
import org.gatlingllm.server.FaultSyntax;
import org.gatlingllm.server.Noise;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The simulated LLM server on its own, for any client: {@code mvn test-compile exec:java@server
 * -Dexec.args="--port 8000 --preset np4"}. It prints one line when it is ready, and runs until
 * SIGTERM or SIGINT; the truth file is complete then.
 */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "A simulated LLM server on 127.0.0.1 whose timing is known.")
public final class Server implements Callable<Integer> {

  private static final int STOP_TIMEOUT_SECONDS = 15;

  @Option(names = "--port", defaultValue = "8000", description = "0: a free one (${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--preset",
      defaultValue = "np4",
      description = "np1, np4, gpu, fast or clock (${DEFAULT-VALUE})")
  private String preset = "np4";

  @Option(
      names = "--slots",
      description = "sequences that decode together, instead of the preset's")
  private @Nullable Integer slots;

  @Option(
      names = "--time-scale",
      defaultValue = "1",
      description = "factor on all times; 0.1: ten times faster (${DEFAULT-VALUE})")
  private double timeScale;

  @Option(
      names = "--clock",
      arity = "2",
      paramLabel = "MS",
      description =
          "time to the first token, and between tokens, whatever the load (not a preset's)")
  private double @Nullable [] clock;

  @Option(
      names = "--token-pause",
      paramLabel = "MS",
      defaultValue = "0",
      description = "each token in a write of its own, so far apart at least (${DEFAULT-VALUE})")
  private double tokenPauseMillis;

  @Option(
      names = "--tls",
      paramLabel = "HTTP",
      defaultValue = "none",
      description =
          "TLS with a certificate of its own making: none, http1, http2 (${DEFAULT-VALUE})")
  private String tls = "none";

  @Option(names = "--prefix-cache", description = "beginnings of earlier prompts cost nothing")
  private boolean prefixCache;

  @Option(
      names = "--jitter",
      defaultValue = "0",
      description = "coefficient of variation of each engine step (${DEFAULT-VALUE})")
  private double jitter;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "of jitter and texts (${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--model", description = "the only model it knows; default: any")
  private @Nullable String model;

  @Option(
      names = "--api-key-env",
      paramLabel = "NAME",
      description = "environment variable that holds the key it wants; default: none wanted")
  private @Nullable String apiKeyVariable;

  @Option(names = "--max-queue", description = "answer 429 when so many requests wait")
  private @Nullable Integer maxQueue;

  @Option(
      names = "--keep-alive-requests",
      description = "close a connection after so many responses")
  private @Nullable Integer keepAliveRequests;

  @Option(
      names = "--default-max-tokens",
      defaultValue = "128",
      description = "for requests without a limit (${DEFAULT-VALUE})")
  private int defaultMaxTokens;

  @Option(
      names = "--fault",
      paramLabel = "WHICH:KIND[:ARG...]",
      description =
          "which: a request's ordinal, every5 or all; kinds: stall:TOKENS[:MS], slow-headers:MS,"
              + " cut:TOKENS, clean-end:TOKENS, reset:TOKENS, reset-at-once, close-unheard[:MS],"
              + " malformed:TOKENS, error:TOKENS, split:TOKENS, status:CODE[:RETRY_AFTER_S], replay:TYPE:FILE;"
              + " may be given again")
  private List<String> faults = new ArrayList<>();

  @Option(
      names = "--stall-server",
      arity = "2",
      paramLabel = "MS",
      description = "the engine stands still: when, counted from the first request, and how long")
  private long @Nullable [] serverStall;

  @Option(names = "--truth", paramLabel = "FILE", description = "what was sent when, as JSON lines")
  private @Nullable Path truthFile;

  /** Runs the server; the exit code is 2 when it could not start, else the signal's. */
  public static void main(String[] arguments) {
    int code = commandLine().execute(arguments);
    if (code != 0) {
      System.exit(code);
    }
  }

  static CommandLine commandLine() {
    return new CommandLine(new Server())
        .setExecutionExceptionHandler((e, line, parsed) -> tell(e, line))
        .setParameterExceptionHandler((e, arguments) -> tell(e, e.getCommandLine()));
  }

  private static int tell(Exception e, CommandLine line) {
    if (e instanceof CommandLine.ParameterException
        || e instanceof IllegalArgumentException
        || e instanceof UncheckedIOException) {
      line.getErr().println(line.getCommandName() + ": " + e.getMessage());
      line.getErr().flush();
      return 2;
    }
    e.printStackTrace(line.getErr());
    return 1;
  }

  @Override
  public Integer call() throws InterruptedException {
    SimulatedLlmServer server = SimulatedLlmServer.start(options());
    CountDownLatch stopping = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stopping.countDown();
                  await(stopped);
                }));
    System.out.println("listening on " + server.baseUrl() + " (" + describe() + ")");
    System.out.flush();
    stopping.await();
    server.close();
    stopped.countDown();
    return 0;
  }

  private static void await(CountDownLatch stopped) {
    try {
      if (!stopped.await(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("server: not stopped in time: the truth file may lack its end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String describe() {
    String times = clock == null ? "preset " + preset : "fixed times";
    return times + (timeScale == 1 ? "" : ", time scale " + timeScale) + ", Ctrl-C to stop";
  }

  private ServerOptions options() {
    ServerOptions options =
        ServerOptions.defaults()
            .withPort(port)
            .withServiceModel(serviceModel())
            .withSeed(seed)
            .withDefaultMaxTokens(defaultMaxTokens)
            .withTls(tls())
            .withTokenPause(Duration.ofNanos(Math.round(tokenPauseMillis * 1e6)))
            .withFaults(script());
    options = model == null ? options : options.withModel(model);
    options = apiKeyVariable == null ? options : options.withApiKey(apiKey(apiKeyVariable));
    options = maxQueue == null ? options : options.withMaxQueue(maxQueue, 1);
    options =
        keepAliveRequests == null ? options : options.withKeepAliveRequests(keepAliveRequests);
    // On its own it may run for days: what goes to a file, or to nobody, is not kept.
    options = options.withKeepTruth(false);
    return truthFile == null ? options : options.withTruthFile(truthFile);
  }

  private ServerOptions.Tls tls() {
    try {
      return ServerOptions.Tls.valueOf(tls.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--tls: expected none, http1 or http2, found \"" + tls + '"', e);
    }
  }

  private ServiceModel serviceModel() {
    ServiceModel serviceModel =
        clock == null
            ? ServiceModel.preset(preset)
            : ServiceModel.clock(clock[0] * 1_000, clock[1] * 1_000);
    serviceModel =
        serviceModel
            .withTimeScale(timeScale)
            .withPrefill(serviceModel.prefill().withCached(prefixCache))
            .withNoise(new Noise(jitter, 0, 1));
    return slots == null ? serviceModel : serviceModel.withSlots(slots);
  }

  private FaultScript script() {
    FaultScript script = FaultSyntax.add(FaultScript.none(), faults);
    return serverStall == null
        ? script
        : script.stallServer(Duration.ofMillis(serverStall[0]), Duration.ofMillis(serverStall[1]));
  }

  private static String apiKey(String variable) {
    String key = System.getenv(variable);
    if (key == null || key.isEmpty()) {
      throw new IllegalArgumentException(
          "--api-key-env: expected a key in the environment variable "
              + variable
              + ", found none; set it, or leave the option out");
    }
    return key;
  }
}
