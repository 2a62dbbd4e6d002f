package org.gatlingllm.log;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.Run.GatlingRequest;

/**
 * Compares what the two logs of a run say of the same requests. Every stream outside the warm-up
 * has one request in {@code simulation.log}, or two, in the group of its level (see {@link
 * RunPhase}); what one side has and the other has not is counted by level and name.
 */
final class RunJoin {
  private final StreamLog streams;
  private final Map<String, Map<String, Pair>> levels = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  /** What both logs have of one name in one level. */
  private static final class Pair {
    final List<RunPhase> phases = new ArrayList<>();
    final List<GatlingRequest> requests = new ArrayList<>();
  }

  private RunJoin(StreamLog streams) {
    this.streams = streams;
    for (Level level : streams.levels()) {
      levels.put(level.name(), new TreeMap<>());
    }
  }

  /**
   * Returns one sentence for each kind of mismatch; none where the logs agree.
   *
   * @param gatling request records by the outermost group
   */
  static List<String> remarks(StreamLog streams, Map<String, List<GatlingRequest>> gatling) {
    RunJoin join = new RunJoin(streams);
    join.takeStreams();
    new TreeMap<>(gatling).forEach(join::takeGroup);
    join.levels.forEach(join::compare);
    return join.remarks;
  }

  private void takeStreams() {
    for (RequestRecord stream : streams.requests()) {
      Map<String, Pair> level = levels.get(stream.id().level());
      if (level != null && !stream.id().warmUp()) {
        for (RunPhase phase : RunPhase.of(stream, streams.header())) {
          pair(level, phase.name()).phases.add(phase);
        }
      }
    }
  }

  private static Pair pair(Map<String, Pair> level, String name) {
    return level.computeIfAbsent(name, any -> new Pair());
  }

  private void takeGroup(String group, List<GatlingRequest> requests) {
    Map<String, Pair> level = levels.get(group);
    if (level == null) {
      remarkStrangers(group, requests);
      return;
    }
    Set<String> others = new TreeSet<>();
    for (GatlingRequest request : requests) {
      if (ours(request)) {
        pair(level, request.name()).requests.add(request);
      } else {
        others.add(request.name());
      }
    }
    if (!others.isEmpty()) {
      remarks.add(
          "simulation.log: the group \"%s\" holds requests that are no streams: %s"
              .formatted(group, String.join(", ", others)));
    }
  }

  private static boolean ours(GatlingRequest request) {
    return RunPhase.names(request.name());
  }

  private void remarkStrangers(String group, List<GatlingRequest> requests) {
    long strangers = requests.stream().filter(RunJoin::ours).count();
    if (strangers > 0 && !Run.VERDICTS.contains(group)) {
      remarks.add(
          "simulation.log: %s of streams in %s, which is no level of streams.jsonl"
              .formatted(
                  RunRemarks.count(strangers, "request"),
                  group.isEmpty() ? "no group" : "the group \"" + group + "\""));
    }
  }

  private void compare(String level, Map<String, Pair> pairs) {
    Set<Long> failedInGatling = new HashSet<>();
    int before = remarks.size();
    pairs.forEach((name, pair) -> compare(level, name, pair, failedInGatling));
    if (remarks.size() == before) {
      compareFailures(level, failedInGatling.size());
    }
  }

  private void compare(String level, String name, Pair pair, Set<Long> failedInGatling) {
    int[] requestOf = RunMatching.match(pair.phases, pair.requests);
    long missing = 0;
    long surplus = pair.requests.size();
    for (int i = 0; i < requestOf.length; i++) {
      RunPhase phase = pair.phases.get(i);
      if (requestOf[i] != RunMatching.NONE) {
        surplus--;
        if (!pair.requests.get(requestOf[i]).ok()) {
          failedInGatling.add(phase.stream().id().ordinal());
        }
      } else if (phase.required()) {
        missing++;
      }
    }
    remarkDifference(level, name, missing, surplus);
  }

  private void remarkDifference(String level, String name, long missing, long surplus) {
    if (missing > 0) {
      remarks.add(
          "simulation.log: level \"%s\" lacks \"%s\" of %s within %d ms"
              .formatted(level, name, RunRemarks.count(missing, "stream"), RunPhase.SLACK_MILLIS));
    }
    if (surplus > 0) {
      remarks.add(
          "streams.jsonl: level \"%s\" lacks the streams of %s \"%s\" within %d ms"
              .formatted(level, RunRemarks.count(surplus, "request"), name, RunPhase.SLACK_MILLIS));
    }
  }

  /** Totals only: streams that fail in the same milliseconds cannot be told apart. */
  private void compareFailures(String level, int failedInGatling) {
    long failed = 0;
    for (RequestRecord stream : streams.requests()) {
      if (stream.id().level().equals(level) && !stream.id().warmUp()) {
        if (stream.outcome() == Outcome.CANCELLED) {
          return;
        }
        failed += stream.outcome() == Outcome.OK ? 0 : 1;
      }
    }
    if (failed != failedInGatling) {
      remarks.add(
          "level \"%s\": %d streams failed by streams.jsonl, %d by simulation.log"
              .formatted(level, failed, failedInGatling));
    }
  }
}
