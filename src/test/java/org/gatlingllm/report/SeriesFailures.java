package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RequestRecord.Ending;

/** Failures that are equal, with the beginning of what the server said to one of them. */
final class SeriesFailures {
  static final int MOST_KINDS = 12;
  static final int LONGEST_SAMPLE = 400;

  private SeriesFailures() {}

  static void put(ObjectNode level, List<RequestRecord> requests) {
    Map<Kind, List<Ending>> kinds = new LinkedHashMap<>();
    requests.stream()
        .filter(ChartSeries::failed)
        .forEach(r -> kinds.computeIfAbsent(Kind.of(r), k -> new ArrayList<>()).add(r.ending()));
    ArrayNode array = level.putArray("failure_samples");
    kinds.entrySet().stream()
        .sorted((a, b) -> Integer.compare(b.getValue().size(), a.getValue().size()))
        .limit(MOST_KINDS)
        .forEach(e -> put(array.addObject(), e.getKey(), e.getValue()));
  }

  private record Kind(String failureClass, int status, String message) {
    static Kind of(RequestRecord request) {
      Ending ending = request.ending();
      return new Kind(
          ChartSeries.failureClass(request),
          ending.status(),
          Objects.requireNonNullElse(ending.message(), ""));
    }
  }

  private static void put(ObjectNode node, Kind kind, List<Ending> endings) {
    node.put("class", kind.failureClass());
    node.put("count", endings.size());
    if (kind.status() != 0) {
      node.put("status", kind.status());
    }
    node.put("message", kind.message());
    endings.stream()
        .map(Ending::sample)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(sample -> node.put("sample", cut(sample)));
  }

  private static String cut(String sample) {
    int end = sample.offsetByCodePoints(0, Math.min(LONGEST_SAMPLE, codePoints(sample)));
    return end == sample.length() ? sample : sample.substring(0, end) + "…";
  }

  private static int codePoints(String text) {
    return text.codePointCount(0, text.length());
  }
}
