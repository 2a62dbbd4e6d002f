package org.gatlingllm;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenTimings;

/** What the answers of a smoke test were like: is the stream what we think it is? */
final class StreamFacts {
  private static final double NANOS_PER_MILLI = 1e6;

  private StreamFacts() {}

  /** One line a fact. */
  static List<String> of(List<RequestRecord> requests) {
    return List.of(
        "outcomes: " + counted(requests, r -> r.outcome().tag()),
        "finish reasons: " + counted(requests, r -> String.valueOf(r.ending().finishReason())),
        "output tokens: "
            + counted(requests, r -> r.tokens().outputOrEvents() + " by " + r.tokens().source()),
        "prompt tokens: " + counted(requests, r -> told(r.tokens().prompt())),
        "socket reads with tokens, of token events: "
            + counted(requests, r -> r.timings().arrivals() + " of " + r.tokens().events()),
        "streams: "
            + (streams(requests) ? "yes, token by token" : "no: the answer comes in one piece"),
        "headers before the first token: "
            + mean(
                requests, r -> r.timings().firstTokenNanos() - (double) r.timings().headersNanos()),
        "connections: " + counted(requests, r -> r.connection().reused() ? "reused" : "new"),
        "the server's own prefill: " + mean(requests, r -> clock(r.server())));
  }

  private static boolean streams(List<RequestRecord> requests) {
    return requests.stream()
        .anyMatch(r -> r.timings().arrivals() > Math.max(1, r.tokens().outputOrEvents() / 20));
  }

  private static double clock(ServerTimings server) {
    return server.prefillNanos() == TokenTimings.ABSENT ? Double.NaN : server.prefillNanos();
  }

  private static String mean(List<RequestRecord> requests, ToDoubleFunction<RequestRecord> nanos) {
    return requests.stream()
        .filter(r -> r.timings().arrivals() > 0)
        .mapToDouble(nanos)
        .filter(n -> !Double.isNaN(n))
        .average()
        .stream()
        .mapToObj(n -> String.format(Locale.ROOT, "%.1f ms on average", n / NANOS_PER_MILLI))
        .findFirst()
        .orElse("not told");
  }

  private static String counted(
      List<RequestRecord> requests, Function<RequestRecord, String> what) {
    Map<String, Long> counts =
        requests.stream().collect(Collectors.groupingBy(what, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " ×" + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String told(int count) {
    return count < 0 ? "not told" : Integer.toString(count);
  }
}
