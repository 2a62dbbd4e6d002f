package org.gatlingllm.gatling;

import io.gatling.commons.util.GatlingVersion;
import io.gatling.core.CoreComponents;
import io.gatling.core.stats.StatsEngine;
import io.gatling.http.client.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.gatlingllm.engine.MetricsPoller;
import org.gatlingllm.log.StreamLogWriter;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;
import org.jspecify.annotations.Nullable;

/**
 * One run while it goes on: writes {@code streams.jsonl} into Gatling's run folder, watches the
 * client, and knows which level runs and which requests are in flight.
 *
 * <p>Safe to share between event loops.
 */
public final class LlmRun implements AutoCloseable {
  private static final long CANCEL_WAIT_MILLIS = 2000;

  private final Path folder;
  private final RunClock clock;
  private final StreamLogWriter log;

  private final StreamLogWriter nowhere;
  private final LevelLog measuredLog;
  private final LevelLog warmUpLog;
  private final LevelLog clientWarmUpLog;
  private final ClientObserver observer;
  private final Optional<MetricsPoller> engine;
  private final Limits limits;
  private final Set<String> secretHeaders;
  private final Map<String, LevelRun> ofScenario = new ConcurrentHashMap<>();

  private final Set<Exchange> inFlight = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Written under this object's lock, read without it by who reads the engine's metrics. */
  private volatile @Nullable LevelRun current;

  private LlmRun(
      Path folder,
      RunClock clock,
      RunHeader header,
      CoreComponents core,
      Optional<MetricsPoller> engine,
      Limits limits,
      Set<String> secretHeaders) {
    this.folder = folder;
    this.clock = clock;
    this.log = StreamLogWriter.open(folder.resolve(StreamLogWriter.FILE_NAME), header);
    this.nowhere = StreamLogWriter.toNowhere(header);
    StatsEngine unread = LevelLog.unread(core);
    AtomicLong ordinals = new AtomicLong();
    this.measuredLog = new LevelLog(log, core.statsEngine(), ordinals);
    this.warmUpLog = new LevelLog(log, unread, ordinals);
    this.clientWarmUpLog = new LevelLog(nowhere, unread, new AtomicLong());
    this.observer = new ClientObserver(core.eventLoopGroup(), clock::nanos);
    this.engine = engine;
    this.limits = limits;
    this.secretHeaders = secretHeaders;
  }

  /**
   * Limits of one request.
   *
   * @param total from sending to the end
   * @param idle between two reads, once the answer has begun
   * @param honourRetryAfter whether a request that was refused for load comes back when the server
   *     says
   */
  record Limits(Duration total, Duration idle, boolean honourRetryAfter) {}

  static LlmRun open(LlmProtocol protocol, CoreComponents core) {
    Settings settings = protocol.settings();
    RunClock clock = RunClock.start();
    Path folder = RunFolder.current();
    RunHeader header =
        new RunHeader(
            protocol.label(),
            protocol.simulation(),
            GatlingVersion.ThisVersion().fullVersion(),
            Runtime.version().toString(),
            clock.baseMicros(),
            clock.baseNanos(),
            settings.longNumber("llm.seed"),
            protocol.target(),
            settings.all());
    LlmRun run =
        new LlmRun(
            folder,
            clock,
            header,
            core,
            protocol.engine(),
            new Limits(
                settings.duration("llm.timeout", Duration.ofMillis(1)),
                settings.duration("llm.idleTimeout", Duration.ofMillis(1)),
                settings.flag("llm.honourRetryAfter")),
            settings.secretHeaders());
    run.engine.ifPresent(poller -> poller.start(run.log::engineRead, run::onItsEngine));
    return run;
  }

  /** Whether the load is on the engine whose metrics are read, and not on one it is compared to. */
  private boolean onItsEngine() {
    LevelRun level = current;
    return level == null
        || !(level.plan().ofClient() || Passes.REFERENCE.equals(level.plan().level().target()));
  }

  /** Gatling's folder of this run. */
  public Path folder() {
    return folder;
  }

  /**
   * The level of a scenario that another injection than ours drives: an open one of unknown rate,
   * named for the scenario.
   */
  LevelRun levelOf(String scenario) {
    return ofScenario.computeIfAbsent(scenario, name -> new LevelRun(LevelPlan.ofScenario(name)));
  }

  RunClock clock() {
    return clock;
  }

  Limits limits() {
    return limits;
  }

  /** Takes that request's credentials out of what its server tells. */
  Redaction redaction(Request request) {
    return Redaction.of(request, secretHeaders);
  }

  /** A user is in a level; the first one of all begins it: its line comes before its streams. */
  void begins(LevelRun level) {
    if (level.begun()) {
      return;
    }
    synchronized (this) {
      if (!level.begun()) {
        observeCurrent();
        current = level;
        LevelLog kept = logOf(level);
        kept.streams().levelStarted(level.level());
        level.begin(clock.nanos(), kept);
      }
    }
  }

  /**
   * Ends the last level before its verdicts: all of it is in {@code streams.jsonl} when this
   * returns. Blocks: nothing for an event loop.
   *
   * @throws java.io.UncheckedIOException when some of it could not be written
   */
  void endLevel() {
    synchronized (this) {
      observeCurrent();
      current = null;
    }
    log.settle();
  }

  void begins(Exchange exchange) {
    inFlight.add(exchange);
  }

  void ended(Exchange exchange, LevelRun level, RequestRecord request) {
    inFlight.remove(exchange);
    level.ended(request);
    level.log().streams().append(request);
  }

  /** A silent request has ended: as in Gatling's own log, nothing of it is kept. */
  void endedSilently(Exchange exchange) {
    inFlight.remove(exchange);
  }

  /**
   * Ends the run's log: what is still in flight is cancelled, and all is on disk when this returns.
   * Further calls do nothing.
   */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    try (log;
        nowhere) {
      engine.ifPresent(MetricsPoller::close);
      cancelInFlight();
      synchronized (this) {
        observeCurrent();
      }
    } finally {
      observer.stop();
    }
  }

  private LevelLog logOf(LevelRun level) {
    if (level.plan().ofClient()) {
      return clientWarmUpLog;
    }
    return level.plan().warmUp() ? warmUpLog : measuredLog;
  }

  private void observeCurrent() {
    var health = observer.sinceLast();
    LevelRun level = current;
    if (level != null) {
      level.log().streams().clientObserved(level.plan().name(), health);
    }
  }

  /** Each request is cancelled on its own event loop, which alone may touch it. */
  private void cancelInFlight() {
    var pending = Set.copyOf(inFlight);
    CountDownLatch latch = new CountDownLatch(pending.size());
    pending.forEach(exchange -> exchange.cancel(latch::countDown));
    try {
      if (!latch.await(CANCEL_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        return; // a blocked event loop: its requests are missing, as in any crash
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
