package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.Level.Closed;
import org.gatlingllm.metric.Metric;

/**
 * Why the numbers of a level may be the client's, or its disk's, and not the server's.
 *
 * <p>Each rule has a floor under which it does not judge, because a healthy client must never be
 * suspect: where a stream lasts a few milliseconds, or a level less than a second, a single pause
 * of the machine breaks any rule of proportion.
 */
final class Suspicion {
  private static final double HELD_LEAST = 0.95;
  private static final double RESIDENCE_LEAST_SECONDS = 0.1;

  /** Streams so short that users meet only by chance: nothing is said of their concurrency. */
  private static final double RESIDENCE_CHANCE_SECONDS = 0.01;

  /** The reasons that make a first token or an end look later, and never earlier, than it was. */
  static final String LATE = "the client's event loops were late";

  static final String BURSTS = "tokens were stamped in bursts";

  private static final double LAG_LEAST_NANOS = 5e6;
  private static final double LAG_OF_TTFT = 0.1;
  private static final double LAG_WINDOW_SECONDS = 1;
  private static final double BURSTS_MOST = 0.05;
  private static final double BURST_GAP_LEAST_NANOS = 5e6;
  private static final double MACHINE_CPU_MOST = 0.95;
  private static final double PROCESS_CPU_MOST = 0.9;
  private static final double STEAL_MOST = 0.05;
  private static final double COLLECTING_MOST = 0.05;

  private final LevelSummary level;
  private final long lostStreams;

  private Suspicion(LevelSummary level, long lostStreams) {
    this.level = level;
    this.lostStreams = lostStreams;
  }

  /**
   * Returns the level with the reasons for which it is suspect, if any.
   *
   * @param lostStreams of it, which are in no number
   */
  static LevelSummary judged(LevelSummary level, long lostStreams) {
    return new LevelSummary(
        level.level(),
        level.window(),
        level.requests(),
        level.rates(),
        level.held(),
        level.burstFraction(),
        level.littlesLaw(),
        level.metrics(),
        level.client(),
        level.engine(),
        new Suspicion(level, lostStreams).reasons());
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    lost().ifPresent(reasons::add);
    littlesLaw().ifPresent(reasons::add);
    if (level.level().load() instanceof Closed closed && !level.level().paced()) {
      concurrency(closed.concurrency()).ifPresent(reasons::add);
    }
    ClientHealth client = level.client();
    if (client != null) {
      lag(client).ifPresent(reasons::add);
      bursts(client).ifPresent(reasons::add);
    }
    return reasons;
  }

  private Optional<String> lost() {
    return when(
        lostStreams > 0,
        "Gatling's log has {} streams more than streams.jsonl: the disk was full or too slow, and"
            + " all numbers are of the others; make room and run again",
        lostStreams);
  }

  private Optional<String> littlesLaw() {
    LittlesLaw law = level.littlesLaw();
    return when(
        law.broken(),
        "Little's law does not hold: {} streams in flight by Gatling's log, {} expected from {}"
            + " requests/s of {} each, {} apart where {} is allowed; do not trust this level, and"
            + " report it together with its run folder",
        Words.number(law.observedInFlight()),
        Words.number(law.expectedInFlight()),
        Words.number(law.arrivalRatePerSecond()),
        Words.seconds(law.meanResidenceSeconds()),
        Words.percent(law.relativeError()),
        Words.percent(law.tolerance()));
  }

  private Optional<String> concurrency(int asked) {
    double residence = level.littlesLaw().meanResidenceSeconds();
    int peak = level.held().peak();
    double mean = level.held().mean();
    boolean judged = residence >= RESIDENCE_LEAST_SECONDS;
    boolean gross = residence >= RESIDENCE_CHANCE_SECONDS && 2 * peak < asked;
    if (gross || (judged && peak < asked)) {
      return Optional.of(
          Words.say(
              "the level never held its {} users: at most {} streams were in flight at once; {}",
              asked,
              peak,
              remedy(asked)));
    }
    return when(
        judged && mean < HELD_LEAST * asked,
        "the level held {} of its {} users on average (at least 95 % expected): the client was"
            + " slow to send the next request; give it more cores or fewer users",
        Words.number(mean),
        asked);
  }

  private String remedy(int asked) {
    return level.requests().sent() < asked
        ? Words.say(
            "it sent only {} requests: ask for at least two a user", level.requests().sent())
        : "give the client more cores, or spread the users over several injectors";
  }

  private Optional<String> lag(ClientHealth client) {
    double ttft = level.metric(Metric.TIME_TO_FIRST_TOKEN).map(d -> d.quantile(0.5)).orElse(0.0);
    double limit = Math.max(LAG_LEAST_NANOS, LAG_OF_TTFT * ttft);
    // 1 % of a window under a second is less than one garbage collection: p99 is a single pause
    boolean longEnough = level.window().seconds() >= LAG_WINDOW_SECONDS;
    double lag = (double) (longEnough ? client.lagP99Nanos() : client.lagP50Nanos());
    return when(
        lag > limit,
        LATE + ": lag {} {}, allowed {}; {}",
        longEnough ? "p99" : "p50",
        Words.time(lag),
        Words.time(limit),
        cause(client));
  }

  private Optional<String> bursts(ClientHealth client) {
    double gap = level.metric(Metric.INTER_CHUNK_LATENCY).map(d -> d.average()).orElse(0.0);
    boolean bursts = level.burstFraction() > BURSTS_MOST && gap >= BURST_GAP_LEAST_NANOS;
    return when(
        bursts && shortOfCpu(client),
        "{} of the gaps between tokens are under a tenth of their mean of {}: " + BURSTS + "; {}",
        Words.percent(level.burstFraction()),
        Words.time(gap),
        cause(client));
  }

  private static boolean shortOfCpu(ClientHealth client) {
    return client.machineCpuShare() >= MACHINE_CPU_MOST
        || client.processCpuShare() >= PROCESS_CPU_MOST
        || client.stealShare() >= STEAL_MOST;
  }

  private String cause(ClientHealth client) {
    double collecting = client.gcPauseNanos() / (level.window().seconds() * 1e9);
    if (collecting >= COLLECTING_MOST) {
      return Words.say(
          "garbage collection took {} of the time: give the JVM a larger heap (-Xmx)",
          Words.percent(collecting));
    }
    if (client.stealShare() >= STEAL_MOST) {
      return Words.say(
          "the hypervisor gave {} of the CPU to others: use a quieter machine",
          Words.percent(client.stealShare()));
    }
    return shortOfCpu(client)
        ? Words.say(
            "the machine was short of CPU ({} used, {} by this process): use fewer users, more"
                + " cores or several injectors, and run the server elsewhere",
            Words.percent(client.machineCpuShare()),
            Words.percent(client.processCpuShare()))
        : "something blocks them: look for slow code in checks, feeders or session functions";
  }

  private static Optional<String> when(boolean so, String sentence, Object... values) {
    return so ? Optional.of(Words.say(sentence, values)) : Optional.empty();
  }
}
