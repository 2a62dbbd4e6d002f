package org.gatlingllm;

import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.open;
import static org.gatlingllm.gatling.LlmDsl.warmUp;

import io.gatling.javaapi.core.ChainBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gatlingllm.gatling.Arrivals;
import org.gatlingllm.gatling.ClosedProfile;
import org.gatlingllm.gatling.LoadProfile;
import org.gatlingllm.gatling.OpenProfile;

/**
 * The latency–throughput curve of a server: warm-up, closed levels, open levels. What it does is in
 * {@code llm.conf}.
 */
public final class CurveSimulation extends LlmSimulation {
  private final List<Integer> promptTokens = promptLengths();
  private final int maxTokens = settings.count("llm.maxTokens", 1);
  private final boolean exactLength = settings.flag("llm.ignoreEos") && rangeRatio() == 0;

  private final ChainBuilder chat = withPrompts(chat("chat"));

  private final ClosedProfile warmUp =
      warmUp(chat)
          .concurrency(settings.count("llm.warmup.concurrency", 1))
          .requests(Math.max(1, settings.count("llm.warmup.requests", 0)));

  private final ClosedProfile closed =
      lasting(
          closed(chat)
              .concurrency(settings.counts("llm.closed.concurrency", 1))
              .requests(settings.count("llm.closed.requests", 1))
              .pause(settings.duration("llm.closed.pause", Duration.ZERO))
              .promptTokens(promptTokens)
              .answers(maxTokens, exactLength));

  private final OpenProfile open =
      replaying(
          open(chat)
              .rates(settings.texts("llm.open.rates"))
              .requests(settings.count("llm.open.requests", 1))
              .arrivals(arrivals())
              .burstiness(burstiness())
              .seed(settings.longNumber("llm.seed"))
              .promptTokens(promptTokens)
              .answers(maxTokens, exactLength));

  {
    setUp(levels(profiles())).protocols(httpProtocol, llmProtocol).assertions(objectives());
  }

  private LoadProfile[] profiles() {
    List<LoadProfile> profiles = new ArrayList<>();
    clientWarmUp().ifPresent(profiles::add);
    if (settings.count("llm.warmup.requests", 0) > 0) {
      profiles.add(warmUp);
    }
    profiles.add(closed);
    profiles.add(open);
    return profiles.toArray(LoadProfile[]::new);
  }

  private ClosedProfile lasting(ClosedProfile profile) {
    return settings.optionalDuration("llm.closed.duration").map(profile::lasting).orElse(profile);
  }

  private OpenProfile lasting(OpenProfile profile) {
    return settings.optionalDuration("llm.open.duration").map(profile::lasting).orElse(profile);
  }

  /** A trace, where one is named, takes the place of rates. */
  private OpenProfile replaying(OpenProfile profile) {
    String trace = settings.text("llm.open.trace");
    return trace.isEmpty()
        ? lasting(profile)
        : lasting(profile.trace(Path.of(trace), settings.positive("llm.open.traceScale")));
  }

  private double burstiness() {
    return settings.positive("llm.open.burstiness");
  }

  private Arrivals.Pattern arrivals() {
    String name = settings.text("llm.open.arrivals");
    return Arrivals.Pattern.named(name)
        .orElseThrow(
            () -> settings.wrong("llm.open.arrivals", "one of " + Arrivals.Pattern.names()));
  }
}
