package org.gatlingllm.bench;

import static io.gatling.javaapi.http.HttpDsl.http;
import static org.gatlingllm.gatling.LlmDsl.clientWarmUp;
import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.llm;
import static org.gatlingllm.gatling.LlmDsl.load;
import static org.gatlingllm.gatling.LlmDsl.open;

import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gatlingllm.gatling.Arrivals;
import org.gatlingllm.gatling.ChatActionBuilder;
import org.gatlingllm.gatling.LlmProtocol;
import org.gatlingllm.gatling.LlmRun;
import org.gatlingllm.gatling.LoadProfile;
import org.gatlingllm.gatling.Prompts;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.log.StreamLogWriter;
import org.gatlingllm.metric.RunHeader;

/**
 * The streaming action as the benches run it, in a JVM of its own: the client's warm-up, closed
 * levels, open levels, no report. What it does, the benches say by {@code bench.run.…}.
 */
public final class StreamSimulation extends Simulation {
  private final Settings settings = Settings.read(LlmProtocol.systemProperties());
  private final String url = BenchSettings.text("run.url", "");
  private final LlmProtocol llmProtocol =
      new LlmProtocol(
          settings, "bench", getClass().getName(), new RunHeader.Target(url, "openai-chat", ""));
  private final ChatActionBuilder chat =
      llm("chat")
          .prompt(Prompts.synthetic(1, 16, true))
          .maxTokens(BenchSettings.count("run.tokens", 64));

  {
    HttpProtocolBuilder protocol = http.baseUrl(url);
    boolean share = BenchSettings.text("run.share", "false").equals("true");
    setUp(load(profiles())).protocols(share ? protocol.shareConnections() : protocol, llmProtocol);
  }

  private LoadProfile[] profiles() {
    List<LoadProfile> profiles = new ArrayList<>();
    Duration level = Duration.ofSeconds(BenchSettings.count("run.seconds", 10));
    profiles.add(clientWarmUp(chat, Duration.ofSeconds(BenchSettings.count("run.warmUp", 10))));
    String users = BenchSettings.text("run.users", "");
    if (!users.isEmpty()) {
      profiles.add(
          closed(chat)
              .concurrency(
                  Arrays.stream(users.split(",", -1)).mapToInt(Integer::parseInt).toArray())
              .promptTokens(repeats())
              .lasting(level));
    }
    String rates = BenchSettings.text("run.rates", "");
    if (!rates.isEmpty()) {
      profiles.add(
          open(chat)
              .rates(List.of(rates.split(",", -1)))
              .arrivals(
                  Arrivals.Pattern.named(BenchSettings.text("arrivals", "constant")).orElseThrow())
              .lasting(level));
    }
    return profiles.toArray(LoadProfile[]::new);
  }

  /** Equal levels need names of their own: their prompts differ by a word. */
  private static List<Integer> repeats() {
    int repeats = BenchSettings.count("run.repeats", 1);
    return IntStream.range(0, repeats).map(i -> 16 + i).boxed().toList();
  }

  @Override
  public void before() {
    int each = BenchSettings.count("run.memory", 0);
    if (each > 0) {
      MemoryCurve.start(
          Duration.ofSeconds(each),
          () -> llmProtocol.run().map(run -> run.folder().resolve(StreamLogWriter.FILE_NAME)));
    }
  }

  @Override
  public void after() {
    llmProtocol.run().ifPresent(LlmRun::close);
  }
}
