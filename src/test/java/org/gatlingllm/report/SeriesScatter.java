package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gatlingllm.analysis.Window;
import org.gatlingllm.metric.RequestRecord;

/** TTFT of single requests by the time at which they were sent, and when requests failed. */
final class SeriesScatter {
  static final int MOST_POINTS = 400;
  static final int SLOWEST_KEPT = 40;
  static final int MOST_FAILURES = 200;

  private SeriesScatter() {}

  /** Puts all points, or every k-th request and the slowest ones, and says how many there were. */
  static void put(ObjectNode series, Window window, List<RequestRecord> requests) {
    List<RequestRecord> streams =
        requests.stream()
            .filter(r -> r.outcome().whole() && r.timings().arrivals() > 0)
            .sorted(Comparator.comparingLong(r -> r.timings().sentNanos()))
            .toList();
    ObjectNode node = series.putObject("ttft");
    node.put("count", streams.size());
    ArrayNode points = node.putArray("points");
    for (RequestRecord request : thinned(streams)) {
      points
          .addArray()
          .add(ChartSeries.seconds(window.startNanos(), request.timings().sentNanos()))
          .add(ChartSeries.drawn(ttftNanos(request) / 1e6));
    }
    failures(series.putObject("failures"), window, requests);
  }

  private static List<RequestRecord> thinned(List<RequestRecord> streams) {
    if (streams.size() <= MOST_POINTS) {
      return streams;
    }
    Set<RequestRecord> slowest =
        streams.stream()
            .sorted(Comparator.comparingLong(SeriesScatter::ttftNanos).reversed())
            .limit(SLOWEST_KEPT)
            .collect(Collectors.toSet());
    int every = (int) Math.ceil((double) streams.size() / (MOST_POINTS - SLOWEST_KEPT));
    return IntStream.range(0, streams.size())
        .filter(i -> i % every == 0 || slowest.contains(streams.get(i)))
        .mapToObj(streams::get)
        .toList();
  }

  private static void failures(ObjectNode node, Window window, List<RequestRecord> requests) {
    Stream<RequestRecord> failed = requests.stream().filter(ChartSeries::failed);
    List<RequestRecord> all =
        failed.sorted(Comparator.comparingLong(r -> r.timings().closedNanos())).toList();
    node.put("count", all.size());
    ArrayNode points = node.putArray("points");
    int every = Math.max(1, (int) Math.ceil((double) all.size() / MOST_FAILURES));
    for (int i = 0; i < all.size(); i += every) {
      points
          .addArray()
          .add(ChartSeries.seconds(window.startNanos(), all.get(i).timings().closedNanos()))
          .add(ChartSeries.failureClass(all.get(i)));
    }
  }

  private static long ttftNanos(RequestRecord request) {
    return request.timings().firstTokenNanos() - request.timings().sentNanos();
  }
}
