package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.Run;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.gatlingllm.metric.Unit;

/**
 * The requests of some runs as {@code requests.csv}, one row a request. Warm-up is left out, as it
 * is of every number, so that a percentile over a column is the report's. Marks are seconds from
 * the start of the run; a number that the request does not have is an empty cell.
 */
public final class RequestsCsv {
  private static final double NANOS_PER_SECOND = 1e9;

  private RequestsCsv() {}

  /** Returns the file's text, rows in the order of the runs and of their requests' ends. */
  public static String of(List<Run> runs) {
    List<Row> rows = new ArrayList<>();
    for (Run run : runs) {
      run.requests().stream()
          .filter(r -> !r.id().warmUp())
          .forEach(r -> rows.add(new Row(run.header().label(), run.header().baseNanos(), r)));
    }
    return CsvColumn.file(columns(), rows);
  }

  private record Row(String label, long baseNanos, RequestRecord request) {
    double seconds(long markNanos) {
      return markNanos == TokenTimings.ABSENT
          ? Double.NaN
          : (markNanos - baseNanos) / NANOS_PER_SECOND;
    }
  }

  private static List<CsvColumn<Row>> columns() {
    List<CsvColumn<Row>> columns = new ArrayList<>();
    who(columns);
    ending(columns);
    mark(columns, "scheduled_s", TokenTimings::scheduledNanos);
    mark(columns, "sent_s", TokenTimings::sentNanos);
    mark(columns, "headers_s", TokenTimings::headersNanos);
    mark(columns, "first_token_s", TokenTimings::firstTokenNanos);
    mark(columns, "last_token_s", TokenTimings::lastTokenNanos);
    mark(columns, "closed_s", TokenTimings::closedNanos);
    for (Metric metric : Metric.values()) {
      metric(columns, metric);
    }
    add(columns, "token_source", (row, r) -> row.text(source(r)));
    add(columns, "token_events", (row, r) -> row.count(r.tokens().events()));
    add(columns, "arrivals", (row, r) -> row.count(r.timings().arrivals()));
    return columns;
  }

  private static void who(List<CsvColumn<Row>> columns) {
    columns.add(new CsvColumn<>("label", (row, r) -> row.text(r.label())));
    add(columns, "load", (row, r) -> row.text(r.id().level()));
    add(columns, "ordinal", (row, r) -> row.count(r.id().ordinal()));
    add(columns, "scenario", (row, r) -> row.text(r.id().scenario()));
    add(columns, "request", (row, r) -> row.text(r.id().request()));
    add(columns, "user", (row, r) -> row.count(r.id().user()));
  }

  private static void ending(List<CsvColumn<Row>> columns) {
    add(columns, "outcome", (row, r) -> row.text(r.outcome().tag()));
    add(columns, "http_status", (row, r) -> row.count(status(r)));
    add(columns, "finish_reason", (row, r) -> row.text(r.ending().finishReason()));
    add(columns, "message", (row, r) -> row.text(r.ending().message()));
    add(columns, "connection", (row, r) -> row.text(r.connection().reused() ? "reused" : "new"));
    add(columns, "sends", (row, r) -> row.count(r.connection().sends()));
  }

  /** Pooled metrics have many samples a request; their place is {@code streams.jsonl}. */
  private static void metric(List<CsvColumn<Row>> columns, Metric metric) {
    if (metric.pooled()) {
      return;
    }
    String unit = metric.unit() == Unit.MILLISECONDS ? "_ms" : "";
    String name = metric.shortName().replace("/", "_per_") + unit;
    add(columns, name, (row, r) -> row.number(metric.unit().shown(sample(metric, r))));
  }

  private static double sample(Metric metric, RequestRecord request) {
    double[] only = {Double.NaN};
    metric.samples(request, value -> only[0] = value);
    return only[0];
  }

  private static void mark(
      List<CsvColumn<Row>> columns, String name, ToLongFunction<TokenTimings> mark) {
    columns.add(
        new CsvColumn<>(
            name, (row, r) -> row.number(r.seconds(mark.applyAsLong(r.request().timings())))));
  }

  private static OptionalInt status(RequestRecord request) {
    int status = request.ending().status();
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  private static String source(RequestRecord request) {
    boolean none =
        request.tokens().output() == TokenCounts.UNKNOWN && request.tokens().events() == 0;
    return none ? "" : request.tokens().source();
  }

  private static void add(
      List<CsvColumn<Row>> columns, String name, BiConsumer<CsvRow, RequestRecord> fill) {
    columns.add(new CsvColumn<>(name, (row, r) -> fill.accept(row, r.request())));
  }
}
