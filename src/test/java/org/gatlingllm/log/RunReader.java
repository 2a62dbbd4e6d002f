package org.gatlingllm.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.RunHeader;
import org.jspecify.annotations.Nullable;

/**
 * Reads a run folder of Gatling: {@code streams.jsonl} for every latency, {@code simulation.log} as
 * the witness that is not ours. One of them may be missing; the remarks of the run say so, and say
 * where the two do not agree.
 */
public final class RunReader {
  static final String SIMULATION_LOG = "simulation.log";

  private final Path folder;
  private final List<String> remarks = new ArrayList<>();

  private RunReader(Path folder) {
    this.folder = folder;
  }

  /**
   * Reads what the folder has of the two logs.
   *
   * @throws LogFormatException when the folder has neither log, when its {@code streams.jsonl} is
   *     there and cannot be read, or when it has none and its {@code simulation.log} cannot be read
   * @throws UncheckedIOException when the file system fails
   */
  public static Run read(Path runFolder) {
    return new RunReader(runFolder).read();
  }

  private Run read() {
    boolean streams = Files.exists(folder.resolve(StreamLogWriter.FILE_NAME));
    boolean gatling = Files.exists(folder.resolve(SIMULATION_LOG));
    if (!streams && !gatling) {
      throw neither();
    }
    return streams ? withStreams(gatling) : withoutStreams();
  }

  private LogFormatException neither() {
    String found = Files.isDirectory(folder) ? "neither" : "no such folder";
    return new LogFormatException(
        folder,
        LogFormatException.NO_OFFSET,
        "expected a run folder with streams.jsonl or simulation.log, found " + found,
        "name one such as target/gatling/<simulation>-<timestamp>, or run a simulation first");
  }

  private Run withStreams(boolean gatling) {
    StreamLog streams = StreamLogReader.read(folder.resolve(StreamLogWriter.FILE_NAME));
    remarks.addAll(streams.remarks());
    Gatling log = gatling ? readable() : null;
    if (!gatling) {
      remarks.add(
          "simulation.log: none in the run folder, so nothing confirms the requests in flight");
    }
    if (log != null) {
      remarks.addAll(RunJoin.remarks(streams, log.requests));
    }
    return new Run(
        streams.header(),
        streams.levels(),
        streams.requests(),
        streams.client(),
        streams.engine(),
        log == null ? null : log.log(),
        streams.ended() && !(gatling && stopped(log)),
        remarks);
  }

  /** Gatling closes its log at the end of a run, and not when it is stopped by Ctrl-C. */
  private boolean stopped(@Nullable Gatling log) {
    if (log != null) {
      return log.summary.ending() instanceof SimulationLogEnding.Cut;
    }
    try {
      return Files.size(folder.resolve(SIMULATION_LOG)) == 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + SIMULATION_LOG + " of " + folder, e);
    }
  }

  /** While a run goes on Gatling's log may be empty: that does not make the streams worthless. */
  private @Nullable Gatling readable() {
    try {
      return gatling();
    } catch (LogFormatException e) {
      remarks.add("simulation.log: left out, " + e.getMessage());
      return null;
    }
  }

  private Run withoutStreams() {
    Gatling log = gatling();
    remarks.add(
        "streams.jsonl: none in the run folder, so there are no streams and no latencies; run the"
            + " simulation with the streaming action of this project");
    return new Run(header(log), List.of(), List.of(), Map.of(), log.log(), remarks);
  }

  private RunHeader header(Gatling log) {
    LogRecord.RunHeader header = log.summary.header();
    return new RunHeader(
        folder.toAbsolutePath().normalize().getFileName().toString(),
        header.simulationClassName(),
        header.gatlingVersion(),
        "",
        header.startMillis() * 1_000,
        0,
        0,
        new RunHeader.Target("", "", ""),
        Map.of());
  }

  /** What was read of Gatling's log. */
  private record Gatling(
      SimulationLogSummary summary, Map<String, List<Run.GatlingRequest>> requests) {

    /** Users that still run are streams in flight of which the log says nothing: not complete. */
    boolean complete() {
      return !summary.isBroken() && summary.usersStillRunning() == 0;
    }

    Run.GatlingLog log() {
      return new Run.GatlingLog(complete(), requests);
    }
  }

  private Gatling gatling() {
    Map<String, List<Run.GatlingRequest>> requests = new HashMap<>();
    SimulationLogSummary summary =
        SimulationLogReader.read(
            folder.resolve(SIMULATION_LOG), read -> takeRequest(read, requests));
    Gatling log = new Gatling(summary, requests);
    if (!log.complete()) {
      remarks.add("simulation.log: " + incompleteness(summary));
    }
    return log;
  }

  private static void takeRequest(LogRecord read, Map<String, List<Run.GatlingRequest>> requests) {
    if (read instanceof LogRecord.Request request) {
      String group = request.groups().isEmpty() ? "" : request.groups().get(0);
      requests
          .computeIfAbsent(group, any -> new ArrayList<>())
          .add(
              new Run.GatlingRequest(
                  request.name(),
                  request.startMillis(),
                  request.endMillis(),
                  request.ok(),
                  request.message()));
    }
  }

  private static String incompleteness(SimulationLogSummary summary) {
    if (summary.ending() instanceof SimulationLogEnding.Cut cut) {
      return "cut at byte " + cut.atByte() + ": the run goes on or was killed";
    }
    if (summary.ending() instanceof SimulationLogEnding.Corrupt corrupt) {
      return "corrupt at byte %d, %s: what follows was not read"
          .formatted(corrupt.atByte(), corrupt.reason());
    }
    if (summary.lostRecords() > 0) {
      return RunRemarks.count(summary.lostRecords(), "record") + " torn by Gatling and lost";
    }
    return RunRemarks.count(summary.usersStillRunning(), "user")
        + " had not ended: the run goes on or was stopped";
  }
}
