package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;

/**
 * What a new connection adds to TTFT, where it matters.
 *
 * <p>New connections are opened when many requests are in flight, which makes TTFT longer by
 * itself; so only requests that met the same number of others are compared.
 */
final class NewConnectionReading implements Reading {
  private static final int FEWEST = 5;
  private static final double MATTERS = 0.1;
  private static final double MATTERS_NANOS = 2e6;

  @Override
  public List<Finding> read(Evidence evidence) {
    return evidence.records().stream()
        .flatMap(records -> compared(records).stream())
        .filter(c -> c.added() > Math.max(MATTERS * c.reused, MATTERS_NANOS))
        .max(Comparator.comparingDouble(Compared::added))
        .map(
            c ->
                Reading.note(
                    FindingKind.NEW_CONNECTION,
                    "{}: TTFT p50 on a new connection is {}, on a reused one {} (as many others in"
                        + " flight): connect and TLS time is inside TTFT.",
                    c.level,
                    Words.time(c.opened),
                    Words.time(c.reused)))
        .stream()
        .toList();
  }

  private record Compared(String level, double opened, double reused) {
    double added() {
      return opened - reused;
    }
  }

  private static Optional<Compared> compared(LevelRecords records) {
    Map<Integer, List<RequestRecord>> byOthers = new TreeMap<>();
    int[] others = InFlight.othersAtStart(InFlight.of(records.ended()));
    for (int i = 0; i < others.length; i++) {
      byOthers.computeIfAbsent(others[i], n -> new ArrayList<>()).add(records.ended().get(i));
    }
    return byOthers.values().stream()
        .map(same -> compared(records.level().name(), same))
        .flatMap(Optional::stream)
        .max(Comparator.comparingDouble(Compared::added));
  }

  private static Optional<Compared> compared(String level, List<RequestRecord> same) {
    Distribution opened = ttft(same, false);
    Distribution reused = ttft(same, true);
    return opened.count() < FEWEST || reused.count() < FEWEST
        ? Optional.empty()
        : Optional.of(new Compared(level, opened.quantile(0.5), reused.quantile(0.5)));
  }

  private static Distribution ttft(List<RequestRecord> requests, boolean reused) {
    return Distribution.of(
        Samples.all(
            Metric.TIME_TO_FIRST_TOKEN,
            requests.stream().filter(r -> r.connection().reused() == reused).toList()));
  }
}
