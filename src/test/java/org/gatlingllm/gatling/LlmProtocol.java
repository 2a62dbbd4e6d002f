package org.gatlingllm.gatling;

import io.gatling.core.protocol.Protocol;
import io.gatling.javaapi.core.ProtocolBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gatlingllm.engine.MetricsPoller;
import org.gatlingllm.metric.RunHeader;
import org.jspecify.annotations.Nullable;

/**
 * What the streaming actions of a run share: names and settings for its log, and limits of time.
 * Attach it beside the HTTP protocol: {@code setUp(..).protocols(http, llm)}. A simulation without
 * it runs with the settings of {@code llm.conf}.
 */
public final class LlmProtocol implements ProtocolBuilder, Protocol {
  private final Settings settings;
  private final String label;
  private final String simulation;
  private final RunHeader.Target target;
  private final Optional<MetricsPoller> engine;
  private volatile @Nullable LlmRun run;

  /**
   * Makes the protocol of one run.
   *
   * @param settings limits and all that the log's header tells
   * @param label names the run in reports
   * @param simulation class name of the simulation
   * @param target the server under test
   */
  public LlmProtocol(Settings settings, String label, String simulation, RunHeader.Target target) {
    this(settings, label, simulation, target, Optional.empty());
  }

  private LlmProtocol(
      Settings settings,
      String label,
      String simulation,
      RunHeader.Target target,
      Optional<MetricsPoller> engine) {
    this.settings = settings;
    this.label = label;
    this.simulation = simulation;
    this.target = target;
    this.engine = engine;
  }

  /**
   * The same, for a run that reads the engine's own metrics meanwhile; the run starts the poller.
   */
  public LlmProtocol reading(Optional<MetricsPoller> poller) {
    return new LlmProtocol(settings, label, simulation, target, poller);
  }

  /** The protocol of a simulation that attaches none. */
  static LlmProtocol standard() {
    Settings settings = Settings.read(systemProperties());
    return new LlmProtocol(
        settings, settings.text("llm.label"), "", new RunHeader.Target("", "", ""));
  }

  /** The system properties, as {@link Settings#read} wants them. */
  public static Map<String, String> systemProperties() {
    return System.getProperties().stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, name -> System.getProperty(name, "")));
  }

  /** The run that uses this protocol, once Gatling has built its first streaming action. */
  public Optional<LlmRun> run() {
    return Optional.ofNullable(run);
  }

  void run(LlmRun begun) {
    run = begun;
  }

  Settings settings() {
    return settings;
  }

  String label() {
    return label;
  }

  String simulation() {
    return simulation;
  }

  RunHeader.Target target() {
    return target;
  }

  Optional<MetricsPoller> engine() {
    return engine;
  }

  @Override
  public Protocol protocol() {
    return this;
  }
}
