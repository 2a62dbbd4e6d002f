package org.gatlingllm.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;

/** Gathers the lines of a {@code streams.jsonl} and what is to be remarked about them. */
final class StreamLogContents {
  /** So many bad lines, and failures of the engine, are named; the others are counted. */
  private static final int NAMED = 3;

  private final RunHeader header;
  private final Map<String, Level> levels = new LinkedHashMap<>();
  private final List<RequestRecord> requests = new ArrayList<>();
  private final Map<String, ClientHealth> client = new HashMap<>();
  private final List<EngineReading> engine = new ArrayList<>();

  private final List<String> skipped = new ArrayList<>();
  private long skippedLines;
  private final Map<String, Long> unknownKinds = new TreeMap<>();
  private long cutLine;
  private long overruns;
  private boolean ended;
  private long streamsAtEnd;

  StreamLogContents(RunHeader header) {
    this.header = header;
  }

  /** Takes the content of one line after the header. */
  void add(long line, StreamLogParser.Content content) {
    if (content instanceof StreamLogParser.Stream stream) {
      requests.add(stream.request());
    } else if (content instanceof StreamLogParser.LevelStarted started) {
      // again with its rate resolved: what was said last holds, at the place of the first
      levels.put(started.level().name(), started.level());
    } else if (content instanceof StreamLogParser.ClientObserved observed) {
      client.put(observed.level(), observed.health());
    } else if (content instanceof StreamLogParser.EngineRead read) {
      engine.add(read.reading());
    } else if (content instanceof StreamLogParser.Overruns lost) {
      overruns = Math.max(overruns, lost.count());
    } else if (content instanceof StreamLogParser.End end) {
      overruns = Math.max(overruns, end.overruns());
      streamsAtEnd = end.streams();
      ended = true;
    } else if (content instanceof StreamLogParser.Unknown unknown) {
      unknownKinds.merge(unknown.kind(), 1L, Long::sum);
    } else {
      skipped(line, "expected one header, found another");
    }
  }

  /** A line that makes no sense. */
  void skipped(long line, String reason) {
    skippedLines++;
    if (skipped.size() < NAMED) {
      skipped.add("line " + line + ": " + reason);
    }
  }

  /** The last line, which lacks its end. */
  void cut(long line) {
    cutLine = line;
  }

  StreamLog log() {
    return new StreamLog(
        header, List.copyOf(levels.values()), requests, client, engine, ended, remarks());
  }

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    remarkEnd(remarks);
    if (skippedLines > 0) {
      String more = skippedLines > skipped.size() ? ", and others" : "";
      remarks.add(
          "streams.jsonl: %s left out because they make no sense (%s%s)"
              .formatted(RunRemarks.count(skippedLines, "line"), String.join("; ", skipped), more));
    }
    unknownKinds.forEach(
        (kind, count) ->
            remarks.add(
                "streams.jsonl: %s of a kind that is not known here, \"%s\", left out"
                    .formatted(RunRemarks.count(count, "line"), kind)));
    if (overruns > 0) {
      remarks.add(
          "streams.jsonl: %s missing because the disk did not keep up: they are in no number"
              .formatted(RunRemarks.count(overruns, "stream")));
    }
    remarkStrangers(remarks);
    remarkEngine(remarks);
    return remarks;
  }

  private void remarkEnd(List<String> remarks) {
    if (cutLine > 0) {
      remarks.add(
          "streams.jsonl: cut inside line %d: the run goes on or was killed, and up to its last second is missing"
              .formatted(cutLine));
    } else if (!ended) {
      remarks.add(
          "streams.jsonl: no end line: the run goes on or was killed, and up to its last second is missing, or more where the disk was full");
    } else if (streamsAtEnd != requests.size()) {
      remarks.add(
          "streams.jsonl: expected %d streams by its end line, found %d"
              .formatted(streamsAtEnd, requests.size()));
    }
  }

  private void remarkStrangers(List<String> remarks) {
    Map<String, Long> strangers = new TreeMap<>();
    for (RequestRecord request : requests) {
      if (!levels.containsKey(request.id().level())) {
        strangers.merge(request.id().level(), 1L, Long::sum);
      }
    }
    strangers.forEach(
        (level, count) ->
            remarks.add(
                "streams.jsonl: %s of level \"%s\", which no line describes: in no number"
                    .formatted(RunRemarks.count(count, "stream"), level)));
  }

  private void remarkEngine(List<String> remarks) {
    List<String> failures =
        engine.stream().map(EngineReading::failure).filter(Objects::nonNull).toList();
    if (failures.isEmpty()) {
      return;
    }
    String why = failures.stream().distinct().limit(NAMED).collect(Collectors.joining("; "));
    remarks.add(
        "engine metrics: %d of %s failed (%s): %s"
            .formatted(
                failures.size(),
                RunRemarks.count(engine.size(), "reading"),
                why,
                failures.size() == engine.size()
                    ? "nothing is known of the engine; look at llm.metricsUrl"
                    : "the engine's gauges have gaps"));
  }
}
