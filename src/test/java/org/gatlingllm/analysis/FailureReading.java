package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;

/** Requests that did not end as they should. */
final class FailureReading implements Reading {
  @Override
  public List<Finding> read(Evidence evidence) {
    List<RequestRecord> all = evidence.records().stream().flatMap(r -> r.sent().stream()).toList();
    List<Finding> findings = new ArrayList<>(failures(all));
    rateLimited(all, findings);
    int sent = all.size();
    add(findings, count(all, RequestRecord::empty), n -> empty(n, sent));
    add(findings, count(all, r -> r.connection().sends() > 1), n -> resent(n, sent));
    add(findings, count(all, r -> r.outcome() == Outcome.CANCELLED), n -> cancelled(n, sent));
    return findings;
  }

  private static List<Finding> failures(List<RequestRecord> all) {
    Map<Outcome, List<RequestRecord>> classes = new EnumMap<>(Outcome.class);
    for (RequestRecord r : all) {
      if (r.outcome() != Outcome.OK && r.outcome() != Outcome.CANCELLED && !r.rateLimited()) {
        classes.computeIfAbsent(r.outcome(), o -> new ArrayList<>()).add(r);
      }
    }
    return classes.entrySet().stream()
        .map(
            e ->
                Reading.warning(
                    FindingKind.FAILURES,
                    "{} of {} failed ({}), most often: {}.",
                    Words.count(e.getValue().size(), "request"),
                    Words.number(all.size()),
                    e.getKey().tag(),
                    mostFrequentMessage(e.getValue())))
        .toList();
  }

  private static void rateLimited(List<RequestRecord> all, List<Finding> findings) {
    List<RequestRecord> limited = all.stream().filter(RequestRecord::rateLimited).toList();
    if (limited.isEmpty()) {
      return;
    }
    int retry = limited.stream().mapToInt(r -> r.ending().retryAfterSeconds()).max().orElse(-1);
    findings.add(
        Reading.warning(
            FindingKind.RATE_LIMITED,
            "{} of {} were refused for load (429 or 503){}: above the server's limit its"
                + " latencies are those of the requests that it let in.",
            Words.count(limited.size(), "request"),
            Words.number(all.size()),
            retry < 0 ? "" : ", it asked to wait up to " + Words.seconds(retry)));
  }

  private static Finding empty(long count, int all) {
    return Reading.warning(
        FindingKind.EMPTY,
        "{} of {} ended well without a single token: they have no latency and are never good.",
        Words.count(count, "answer"),
        Words.number(all));
  }

  private static Finding resent(long count, int all) {
    return Reading.note(
        FindingKind.RESENT,
        "{} of {} were sent again on a new connection, because the server had closed the kept-alive"
            + " one without an answer: their TTFT includes that.",
        Words.count(count, "request"),
        Words.number(all));
  }

  private static Finding cancelled(long count, int all) {
    return Reading.note(
        FindingKind.CANCELLED,
        "{} of {} were cancelled by the end of the run: they are in no rate and no percentile.",
        Words.count(count, "request"),
        Words.number(all));
  }

  private static long count(List<RequestRecord> all, Predicate<RequestRecord> which) {
    return all.stream().filter(which).count();
  }

  private static void add(List<Finding> findings, long count, LongFunction<Finding> told) {
    if (count > 0) {
      findings.add(told.apply(count));
    }
  }

  private static String mostFrequentMessage(List<RequestRecord> failed) {
    Map<String, Integer> counts = new HashMap<>();
    for (RequestRecord r : failed) {
      String message = r.ending().message();
      counts.merge(message == null ? "no message" : message, 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .max(
            Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse("no message");
  }
}
