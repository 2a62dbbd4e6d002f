package org.gatlingllm.metric;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything known of one run.
 *
 * @param header what was known at its start
 * @param levels in the order in which they ran; only those that started
 * @param requests all requests, warm-up included, in the order in which they ended
 * @param client the load generator's own state, by level name; a level may be missing
 * @param engine what the engine under test said of itself, in the order of time
 * @param gatling what Gatling's own {@code simulation.log} says, or null while there is none
 * @param ended whether it came to its end: a log without its own end is of a run that goes on or
 *     was stopped
 * @param remarks what a reader of the report must know of the files: a cut tail, records of one log
 *     that the other lacks
 */
public record Run(
    RunHeader header,
    List<Level> levels,
    List<RequestRecord> requests,
    Map<String, ClientHealth> client,
    List<EngineReading> engine,
    @Nullable GatlingLog gatling,
    boolean ended,
    List<String> remarks) {

  /** Groups of Gatling's log that hold the gate's verdicts: a name there may end as a stream's. */
  public static final Set<String> VERDICTS = Set.of("SLO", "REGRESSION");

  /** Copies the collections. */
  public Run {
    levels = List.copyOf(levels);
    requests = List.copyOf(requests);
    client = Map.copyOf(client);
    engine = List.copyOf(engine);
    remarks = List.copyOf(remarks);
  }

  /** A run that has come to its end, whose engine was not asked. */
  public Run(
      RunHeader header,
      List<Level> levels,
      List<RequestRecord> requests,
      Map<String, ClientHealth> client,
      @Nullable GatlingLog gatling,
      List<String> remarks) {
    this(header, levels, requests, client, List.of(), gatling, true, remarks);
  }

  /**
   * Streams of a level that Gatling's own log has and this run lacks: a disk that was full, or did
   * not keep up, has cost them. 0 while Gatling's log is not complete.
   */
  public long lostStreams(String level) {
    return gatling == null
        ? 0
        : lost(
            gatling.streams(gatling.requests().getOrDefault(level, List.of()).stream()),
            requests.stream().filter(r -> r.id().level().equals(level)));
  }

  /** The same, of the whole run: of levels that are gone altogether, too. */
  public long lostStreams() {
    return gatling == null
        ? 0
        : lost(
            gatling.streams(
                gatling.requests().entrySet().stream()
                    .filter(group -> !VERDICTS.contains(group.getKey()))
                    .flatMap(group -> group.getValue().stream())),
            requests.stream());
  }

  /** Gatling's log has none of the warm-up, and none that the end of the run cut off. */
  private static long lost(long gatlings, Stream<RequestRecord> here) {
    return Math.max(0, gatlings - here.filter(Run::isInGatlingsLog).count());
  }

  private static boolean isInGatlingsLog(RequestRecord request) {
    return !request.id().warmUp() && request.outcome() != Outcome.CANCELLED;
  }

  /**
   * Gatling's own log, by group.
   *
   * @param complete whether the log was closed; a cut log says nothing of who was in flight
   * @param requests request records by the outermost group, {@code ""} for those outside groups
   */
  public record GatlingLog(boolean complete, Map<String, List<GatlingRequest>> requests) {
    /** Copies the map. */
    public GatlingLog {
      requests = Map.copyOf(requests);
    }

    private long streams(Stream<GatlingRequest> some) {
      return complete ? some.filter(GatlingRequest::begins).count() : 0;
    }
  }

  /**
   * One request record of Gatling. A stream has two: {@code <request> ttft} and {@code <request>
   * decode}.
   *
   * @param startMillis epoch milliseconds
   * @param endMillis epoch milliseconds
   * @param message the error message, empty when ok
   */
  public record GatlingRequest(
      String name, long startMillis, long endMillis, boolean ok, String message) {

    /** Whether it is the first, or the only one, of a stream. */
    private boolean begins() {
      return name.endsWith(" ttft") || name.endsWith(" empty");
    }
  }
}
