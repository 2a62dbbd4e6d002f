package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import org.gatlingllm.analysis.Window;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.TokenTimings;

/** The slowest requests, each with its marks from {@code sent} on. */
final class SeriesWaterfall {
  static final int MOST_REQUESTS = 30;
  static final int MOST_TICKS = 64;

  private SeriesWaterfall() {}

  static void put(ObjectNode series, Window window, List<RequestRecord> requests) {
    ArrayNode slowest = series.putArray("slowest");
    requests.stream()
        .filter(r -> r.outcome() != Outcome.CANCELLED)
        .sorted(Comparator.comparingLong(SeriesWaterfall::durationNanos).reversed())
        .limit(MOST_REQUESTS)
        .forEach(request -> put(slowest.addObject(), window, request));
  }

  private static void put(ObjectNode node, Window window, RequestRecord request) {
    TokenTimings timings = request.timings();
    long sent = timings.sentNanos();
    node.put("request", request.id().request());
    node.put("user", request.id().user());
    node.put("outcome", request.outcome().tag());
    node.put("sent_s", ChartSeries.seconds(window.startNanos(), sent));
    mark(node, "headers_ms", sent, timings.headersNanos());
    mark(node, "first_ms", sent, timings.firstTokenNanos());
    mark(node, "end_ms", sent, timings.closedNanos());
    mark(node, "server_queue_ms", 0, request.server().queueNanos());
    mark(node, "server_prefill_ms", 0, request.server().prefillNanos());
    node.put("tokens", request.tokens().outputOrEvents());
    node.put("reused_connection", request.connection().reused());
    ticks(node.putArray("ticks_ms"), timings);
  }

  /** The arrivals after the first one; every k-th and the last where there are many. */
  private static void ticks(ArrayNode array, TokenTimings timings) {
    int last = timings.arrivals() - 1;
    int every = Math.max(1, (int) Math.ceil((double) last / (MOST_TICKS - 1)));
    for (int i = 1; i <= last; i++) {
      if (i % every == 0 || i == last) {
        array.add(ChartSeries.millis(timings.sentNanos(), timings.arrivalNanos(i)));
      }
    }
  }

  private static void mark(ObjectNode node, String key, long fromNanos, long atNanos) {
    if (atNanos != TokenTimings.ABSENT) {
      node.put(key, ChartSeries.millis(fromNanos, atNanos));
    }
  }

  private static long durationNanos(RequestRecord request) {
    return request.timings().closedNanos() - request.timings().sentNanos();
  }
}
