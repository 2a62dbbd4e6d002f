package org.gatlingllm.analysis;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.Run.GatlingRequest;
import org.gatlingllm.metric.RunHeader;
import org.jspecify.annotations.Nullable;

/**
 * Little's law between two logs: λ and W from our records, L from Gatling's.
 *
 * <p>Gatling writes two records a stream, {@code ttft} from sent to first token and {@code decode}
 * from there to the last token; a stream that failed has its last record end when it failed, and an
 * answer without a token has one record, {@code empty}. Together they cover sent to closed but for
 * what follows the last token, in whole milliseconds since the epoch, each cut down.
 */
final class GatlingCheck {
  private static final List<String> PHASES = List.of(" ttft", " decode", " empty");
  private static final double LEAST_TOLERANCE = 0.05;
  private static final double LEAST_RESIDENCE_SECONDS = 0.1;
  private static final double MILLI = 1e-3;
  private static final long NANOS_A_MILLI = 1_000_000;
  private static final long NANOS_A_MICRO = 1_000;

  private final LevelRecords records;
  private final Window window;

  private GatlingCheck(LevelRecords records) {
    this.records = records;
    this.window = records.window();
  }

  static LittlesLaw of(LevelRecords records, Run run) {
    return new GatlingCheck(records).check(run);
  }

  private LittlesLaw check(Run run) {
    double seconds = window.seconds();
    double rate = seconds > 0 ? records.ended().size() / seconds : Double.NaN;
    double residence = records.meanResidenceSeconds();
    double expected = rate * residence;
    double observed = observed(run);
    return new LittlesLaw(
        rate,
        residence,
        expected,
        observed,
        Math.abs(observed - expected) / expected,
        tolerance(),
        !Double.isNaN(observed) && residence >= LEAST_RESIDENCE_SECONDS && comparable());
  }

  /** Users that pause, and streams cut off by the end of the run, are no steady population. */
  private boolean comparable() {
    return !(records.level().closed() && records.level().paced())
        && records.sent().stream().noneMatch(r -> r.outcome() == Outcome.CANCELLED);
  }

  /**
   * 5 %, or more where milliseconds are coarse: a stream's two records are each off by less than 1
   * ms, and so are the two clocks, which clips what is in flight at both ends of the window. What
   * servers take to close after the last token is not in Gatling's log and allowed on top.
   */
  private double tolerance() {
    int streams = records.ended().size();
    double residences = streams * records.meanResidenceSeconds();
    double off = 2 * MILLI * (streams + InFlight.peak(InFlight.of(records.ended())));
    return streams == 0
        ? LEAST_TOLERANCE
        : Math.max(LEAST_TOLERANCE, off / residences) + closingSeconds() / residences;
  }

  private double closingSeconds() {
    return records.ended().stream()
            .filter(r -> r.outcome().whole() && !r.empty())
            .mapToLong(r -> r.timings().closedNanos() - r.timings().lastTokenNanos())
            .sum()
        / 1e9;
  }

  /** NaN where Gatling's log lacks a request of this level altogether: a silent one. */
  private double observed(Run run) {
    List<GatlingRequest> phases = phases(run.gatling());
    Set<String> logged = phases.stream().map(GatlingCheck::stream).collect(Collectors.toSet());
    List<Window> streams =
        phases.stream()
            .map(
                r ->
                    new Window(
                        nanos(run.header(), r.startMillis()), nanos(run.header(), r.endMillis())))
            .toList();
    return streams.isEmpty() || !logged.equals(names())
        ? Double.NaN
        : InFlight.average(streams, window);
  }

  private Set<String> names() {
    return records.ended().stream().map(r -> r.id().request()).collect(Collectors.toSet());
  }

  private List<GatlingRequest> phases(Run.@Nullable GatlingLog log) {
    if (log == null || !log.complete()) {
      return List.of();
    }
    Set<String> names = names();
    return log.requests().getOrDefault(records.level().name(), List.of()).stream()
        .filter(r -> names.contains(stream(r)))
        .toList();
  }

  /** The request that a record is a phase of, or an empty name for a request of another kind. */
  private static String stream(GatlingRequest record) {
    String name = record.name();
    return PHASES.stream()
        .filter(name::endsWith)
        .map(phase -> name.substring(0, name.length() - phase.length()))
        .findFirst()
        .orElse("");
  }

  private static long nanos(RunHeader header, long epochMillis) {
    return header.baseNanos()
        + epochMillis * NANOS_A_MILLI
        - header.startedAtMicros() * NANOS_A_MICRO;
  }
}
