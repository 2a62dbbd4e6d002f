package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.Unit;

/**
 * The levels of some runs as {@code levels.csv}, one row a level: to be pasted into a spreadsheet.
 * Names end in their unit; a number that was not measured is an empty cell.
 */
public final class LevelsCsv {
  private LevelsCsv() {}

  /** Returns the file's text, rows in the order of the runs and their levels. */
  public static String of(List<RunAnalysis> runs) {
    List<Row> rows = new ArrayList<>();
    for (RunAnalysis run : runs) {
      run.levels().forEach(level -> rows.add(new Row(run.header().label(), level)));
    }
    return CsvColumn.file(columns(), rows);
  }

  private record Row(String label, LevelSummary level) {}

  private static List<CsvColumn<Row>> columns() {
    List<CsvColumn<Row>> columns = new ArrayList<>();
    columns.add(new CsvColumn<>("label", (row, r) -> row.text(r.label())));
    columns.add(new CsvColumn<>("load", (row, r) -> row.text(r.level().level().name())));
    load(columns);
    counts(columns);
    rates(columns);
    checks(columns);
    for (Metric metric : Metric.values()) {
      metric(columns, metric);
    }
    return columns;
  }

  private static void load(List<CsvColumn<Row>> columns) {
    columns.add(
        new CsvColumn<>(
            "mode", (row, r) -> row.text(r.level().level().closed() ? "closed" : "open")));
    whole(columns, "concurrency", s -> concurrency(s.level()));
    number(columns, "offered_rate_per_s", s -> s.rates().offered());
    count(columns, "repeat", s -> s.level().repeat());
    columns.add(new CsvColumn<>("target", (row, r) -> row.text(r.level().level().target())));
    whole(columns, "asked_prompt_tokens", s -> asked(s.level().promptTokens()));
    whole(columns, "asked_max_tokens", s -> asked(s.level().maxTokens()));
  }

  private static void counts(List<CsvColumn<Row>> columns) {
    count(columns, "sent", s -> s.requests().sent());
    count(columns, "ok", s -> s.requests().ok());
    count(columns, "failed", s -> s.requests().failed());
    count(columns, "rate_limited", s -> s.requests().rateLimited());
    count(columns, "cancelled", s -> s.requests().cancelled());
    count(columns, "empty", s -> s.requests().empty());
  }

  private static void rates(List<CsvColumn<Row>> columns) {
    number(columns, "window_s", LevelsCsv::seconds);
    number(columns, "requests_per_s", s -> s.rates().requests());
    number(columns, "output_tok_per_s", s -> s.rates().outputTokens());
    number(columns, "total_tok_per_s", s -> s.rates().totalTokens());
    number(columns, "steady_output_tok_per_s", s -> s.rates().steadyOutputTokens());
    number(columns, "goodput_per_s", s -> s.rates().goodput());
    number(columns, "good_fraction", s -> s.rates().goodFraction());
    number(columns, "scheduled_rate_per_s", s -> s.rates().scheduled());
    number(columns, "achieved_rate_per_s", s -> s.rates().achieved());
  }

  private static void checks(List<CsvColumn<Row>> columns) {
    number(columns, "held_concurrency", s -> s.held().mean());
    number(columns, "in_flight_expected", s -> s.littlesLaw().expectedInFlight());
    number(columns, "in_flight_observed", s -> s.littlesLaw().observedInFlight());
    number(columns, "littles_law_error", s -> s.littlesLaw().relativeError());
    number(columns, "burst_fraction", LevelSummary::burstFraction);
    columns.add(
        new CsvColumn<>("suspect", (row, r) -> row.text(String.join("; ", r.level().suspect()))));
  }

  private static void metric(List<CsvColumn<Row>> columns, Metric metric) {
    String name = metric.shortName().replace("/", "_per_");
    String unit = metric.unit() == Unit.MILLISECONDS ? "_ms" : "";
    whole(columns, name + "_count", s -> samples(s, metric));
    statistic(columns, metric, name + "_avg" + unit, Distribution::average);
    for (double quantile : Distribution.reportedQuantiles()) {
      String column = name + "_" + Quantity.percentile(quantile) + unit;
      statistic(columns, metric, column, d -> d.quantile(quantile));
    }
    statistic(columns, metric, name + "_max" + unit, Distribution::max);
  }

  private static void statistic(
      List<CsvColumn<Row>> columns,
      Metric metric,
      String name,
      ToDoubleFunction<Distribution> statistic) {
    number(
        columns,
        name,
        s ->
            s.metric(metric)
                .map(d -> metric.unit().shown(statistic.applyAsDouble(d)))
                .orElse(Double.NaN));
  }

  private static OptionalInt samples(LevelSummary summary, Metric metric) {
    int count = summary.metric(metric).map(Distribution::count).orElse(0);
    return count == 0 ? OptionalInt.empty() : OptionalInt.of(count);
  }

  private static OptionalInt concurrency(Level level) {
    return level.load() instanceof Level.Closed closed
        ? OptionalInt.of(closed.concurrency())
        : OptionalInt.empty();
  }

  private static OptionalInt asked(int tokens) {
    return tokens == TokenCounts.UNKNOWN ? OptionalInt.empty() : OptionalInt.of(tokens);
  }

  private static double seconds(LevelSummary summary) {
    return summary.window().seconds() > 0 ? summary.window().seconds() : Double.NaN;
  }

  private static void number(
      List<CsvColumn<Row>> columns, String name, ToDoubleFunction<LevelSummary> number) {
    columns.add(new CsvColumn<>(name, (row, r) -> row.number(number.applyAsDouble(r.level()))));
  }

  private static void count(
      List<CsvColumn<Row>> columns, String name, ToIntFunction<LevelSummary> count) {
    columns.add(new CsvColumn<>(name, (row, r) -> row.count(count.applyAsInt(r.level()))));
  }

  private static void whole(
      List<CsvColumn<Row>> columns, String name, Function<LevelSummary, OptionalInt> count) {
    columns.add(new CsvColumn<>(name, (row, r) -> row.count(count.apply(r.level()))));
  }
}
