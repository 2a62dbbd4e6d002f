package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.listFeeder;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.gatlingllm.gatling.LlmDsl.llm;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.gatling.ChatActionBuilder;
import org.gatlingllm.gatling.LlmProtocol;
import org.gatlingllm.gatling.LlmRun;
import org.gatlingllm.gatling.Load;
import org.gatlingllm.gatling.LoadProfile;
import org.gatlingllm.gatling.Passes;
import org.gatlingllm.gatling.Prompts;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.report.CurveChart;
import org.gatlingllm.report.PageFiles;
import org.gatlingllm.report.ReportException;
import org.gatlingllm.report.ReportFiles;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A simulation whose streams end up in a report. Extend it, write scenario and load, and attach
 * {@link #httpProtocol} and {@link #llmProtocol}; before the load one request tries the server,
 * after it (or after Ctrl-C) the report is written.
 */
public abstract class LlmSimulation extends Simulation {
  private static final String REPEATS = "llm.repeats";
  private static final int COMPARED_PASSES = 3;

  /** The settings {@code llm.*}. */
  protected final Settings settings;

  /** Knows where the server is. */
  protected final HttpProtocolBuilder httpProtocol;

  /** Knows limits and labels, and writes {@code streams.jsonl}. */
  protected final LlmProtocol llmProtocol;

  private final Target target;
  private final Extras extras;
  private final Optional<Target> reference;
  private final Optional<EngineMetrics> engine;
  private final Passes passes;
  private final Gate gate;
  private final List<NamedRun> compared;
  private final Progress progress = new Progress(System.out);
  private @Nullable WarmUpServer warmUpServer;
  private Gate.Asked asked = Gate.Asked.NOTHING;
  private boolean reported;

  /**
   * Reads the settings, and starts the simulated server where no other is named.
   *
   * <p>A setting that cannot be used ends the process with one sentence and exit code 4.
   */
  protected LlmSimulation() {
    settings =
        Refusal.orExit(() -> Settings.read(LlmProtocol.systemProperties()))
            .refusingWith(Refusal::exit);
    gate = Refusal.orExit(() -> Gate.of(settings));
    compared = Refusal.orExit(() -> NamedRun.compared(settings, Report.REPORTS));
    target = Refusal.orExit(() -> Target.of(settings));
    reference = Refusal.orExit(() -> target.comparedWith(settings));
    extras = Extras.of(settings);
    engine = Refusal.orExit(() -> EngineMetrics.of(settings, target));
    passes = passes();
    httpProtocol =
        settings.flag("llm.shareConnections")
            ? http.baseUrl(target.origin()).shareConnections()
            : http.baseUrl(target.origin());
    llmProtocol =
        new LlmProtocol(settings, target.label(), getClass().getName(), target.inHeader())
            .reading(engine.map(EngineMetrics::poller));
  }

  /** A request of the settings: dialect, model, prompts, lengths, headers. */
  protected ChatActionBuilder chat(String name) {
    ChatActionBuilder chat = extras.inHeader(asked(name));
    ChatActionBuilder prompted =
        settings.text("llm.prompt.file").isEmpty()
            ? chat.prompt(syntheticPrompts())
            : chat.messages(PromptFile::messages);
    return reference.map(other -> prompted.comparedWith(other.baseUrl())).orElse(prompted);
  }

  private ChatActionBuilder asked(String name) {
    return extras.inBody(
        llm(name)
            .dialect(target.dialect().name())
            .baseUrl(target.baseUrl())
            .model(target.model())
            .system(settings.text("llm.prompt.system"))
            .maxTokens(settings.count("llm.maxTokens", 1))
            // not by the seed of the prompts: long ones would always have long answers
            .varyingMaxTokens(rangeRatio(), ~settings.longNumber("llm.seed"))
            .ignoreEos(settings.flag("llm.ignoreEos")));
  }

  /** How far lengths of prompts and answers vary. */
  protected final double rangeRatio() {
    double ratio = settings.number("llm.rangeRatio");
    if (!(ratio >= 0 && ratio < 1)) {
      throw settings.wrong("llm.rangeRatio", "a number of at least 0 and below 1");
    }
    return ratio;
  }

  /** Two servers are compared in several passes unless said otherwise: one has but one order. */
  private Passes passes() {
    boolean compared = reference.isPresent();
    int standard = compared ? COMPARED_PASSES : 1;
    return new Passes(
        settings.text(REPEATS).isEmpty() ? standard : settings.count(REPEATS, 1), compared);
  }

  private Prompts syntheticPrompts() {
    return Prompts.synthetic(
            settings.longNumber("llm.seed"), promptLengths().get(0), settings.flag("llm.cacheBust"))
        .varying(rangeRatio());
  }

  /** Lengths of the synthetic prompts, at least one. */
  protected List<Integer> promptLengths() {
    List<Integer> lengths = settings.counts("llm.prompt.tokens", 1);
    if (lengths.isEmpty()) {
      throw settings.wrong("llm.prompt.tokens", "at least one length, as in [100]");
    }
    if (lengths.stream().anyMatch(length -> length > Prompts.MOST_TOKENS)) {
      throw settings.wrong("llm.prompt.tokens", "lengths of at most " + Prompts.MOST_TOKENS);
    }
    return lengths;
  }

  /** The user's own prompts before the request, where {@code llm.prompt.file} names some. */
  protected ChainBuilder withPrompts(ChatActionBuilder chat) {
    String file = settings.text("llm.prompt.file");
    if (file.isEmpty()) {
      return exec(chat);
    }
    return feed(listFeeder(Refusal.orExit(() -> PromptFile.read(Path.of(file)))).circular())
        .exec(chat);
  }

  /**
   * A level that warms the client alone, until the JVM has compiled its hot path or {@code
   * llm.warmup.client} is over; empty where that is 0. Put it first.
   */
  protected Optional<LoadProfile> clientWarmUp() {
    Duration most = settings.duration("llm.warmup.client", Duration.ZERO);
    if (most.isZero()) {
      return Optional.empty();
    }
    warmUpServer = WarmUpServer.start(target.dialect());
    return Optional.of(warmUpServer.level(asked("warm-up").prompt(syntheticPrompts()), most));
  }

  /**
   * Puts load profiles in a row, as often as {@code llm.repeats} says and on both servers where
   * {@code llm.baseline.baseUrl} names a second one, and shows progress on them while they run.
   */
  protected PopulationBuilder levels(LoadProfile... profiles) {
    Load load = Refusal.orExit(() -> Load.of(passes, profiles));
    progress.watch(load);
    asked = Refusal.orExit(() -> gate.asked(planned(), load.measured()));
    load.at(asked.rates());
    if (!asked.verdicts().isEmpty()) {
      load.judgedBy(folder -> gate.responses(folder, asked));
    }
    return load.population();
  }

  private RunHeader planned() {
    return new RunHeader(
        target.label(),
        getClass().getName(),
        "",
        "",
        0,
        0,
        settings.longNumber("llm.seed"),
        target.inHeader(),
        settings.all());
  }

  /**
   * One assertion an objective, and one a comparison where there is a baseline: a broken one turns
   * the run red, after Gatling's report is written. Call it after {@link #levels}.
   */
  protected List<Assertion> objectives() {
    return asked.verdicts().stream()
        .map(v -> details(v.group(), v.name()).failedRequests().count().is(0L))
        .toList();
  }

  /** Tries each server with one request, and the engine's metrics. */
  @Override
  public void before() {
    if (settings.flag("llm.preflight")) {
      Refusal.orExit(() -> new Preflight(target, extras, settings).check());
      reference.ifPresent(
          other -> Refusal.orExit(() -> new Preflight(other, extras, settings).check()));
      // afterwards: SGLang and TGI have no gauges before their first request
      engine.ifPresent(metrics -> Refusal.orExit(metrics::checked));
    }
    Refusal.orExit(this::prepareReport);
    prepareToDraw();
    Runtime.getRuntime().addShutdownHook(new Thread(this::finish, "llm-report"));
    progress.start();
  }

  /** A report that cannot be written is told before the load, and not after it. */
  private Path prepareReport() {
    try {
      Path folder = Report.REPORTS.resolve(ReportFiles.folderName(target.label()));
      ReportFiles.prepare(folder);
      return folder;
    } catch (ReportException e) {
      throw new SettingsException("cannot use setting llm.label: " + e.getMessage());
    }
  }

  private static void prepareToDraw() {
    try {
      CurveChart.prepare();
    } catch (RuntimeException | Error e) { // a Java without fonts: the report says so
      LoggerFactory.getLogger(LlmSimulation.class).debug("cannot draw", e);
    }
  }

  /** Writes the report. Nothing may escape from here: Gatling's own report comes after. */
  @Override
  public void after() {
    report();
  }

  /** At the end of the process: Gatling's report stands now, so that it can link to ours. */
  private void finish() {
    report();
    llmProtocol.run().ifPresent(run -> PageFiles.linkFromGatling(run.folder()));
  }

  private synchronized void report() {
    if (reported) {
      return;
    }
    reported = true;
    progress.stop();
    if (warmUpServer != null) {
      warmUpServer.close();
    }
    llmProtocol.run().ifPresent(this::report);
  }

  private void report(LlmRun run) {
    try {
      run.close();
    } catch (UncheckedIOException e) {
      System.out.println("gatling-llm: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      System.out.println("gatling-llm: streams.jsonl may lack its last streams: " + e);
    }
    try {
      Report.print(run.folder(), gate, compared, System.out);
    } catch (RuntimeException | Error e) {
      String why = Report.isSentence(e) ? String.valueOf(e.getMessage()) : e.toString();
      System.out.println(
          "gatling-llm: no report was written: " + why + "; the logs are in " + run.folder());
    }
  }
}
