package org.gatlingllm.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Interval;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.TokenCounts;

/**
 * The points of one percentile that belong together: one run, one target, one prompt length, closed
 * or open. Closed levels are in order of their users, so that a line can lead through them; open
 * ones are single points, since no order of arrival rates makes them a loop.
 *
 * @param line names the run, target and prompt length
 * @param percentile the name of the percentile
 * @param color which colour of the palette, from 0
 * @param tail whether it is the higher percentile of the panel
 * @param open whether the levels are open
 * @param points at least one
 */
record CurveSeries(
    String line,
    String percentile,
    int color,
    boolean tail,
    boolean open,
    List<CurvePoint> points) {
  private static final int LONGEST_NAME = 40;

  /** Returns the series of two percentiles of a metric; a level without the metric has no point. */
  static List<CurveSeries> of(List<RunAnalysis> runs, Metric metric, double middle, double tail) {
    List<CurveSeries> all = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    int color = 0;
    for (RunAnalysis run : runs) {
      int times = seen.merge(run.header().label(), 1, Integer::sum);
      String label = run.header().label() + (times > 1 ? " (" + times + ")" : "");
      for (Map.Entry<String, List<LevelSummary>> line : lines(run).entrySet()) {
        String name = OneLine.of(label + " " + line.getKey(), LONGEST_NAME);
        add(all, new Percentile(name, color, metric, middle, false), line.getValue());
        add(all, new Percentile(name, color, metric, tail, true), line.getValue());
        color++;
      }
    }
    return all;
  }

  private record Percentile(String name, int color, Metric metric, double quantile, boolean tail) {
    CurveSeries series(boolean open, List<CurvePoint> points) {
      return new CurveSeries(name, Quantity.percentile(quantile), color, tail, open, points);
    }
  }

  private static void add(List<CurveSeries> all, Percentile percentile, List<LevelSummary> levels) {
    for (boolean open : new boolean[] {false, true}) {
      List<CurvePoint> points =
          levels.stream()
              .filter(level -> level.level().closed() != open)
              .sorted(Comparator.comparingInt(level -> users(level.level())))
              .flatMap(level -> point(level, percentile.metric(), percentile.quantile()).stream())
              .toList();
      if (!points.isEmpty()) {
        all.add(percentile.series(open, points));
      }
    }
  }

  private static List<CurvePoint> point(LevelSummary level, Metric metric, double quantile) {
    double tokens = level.rates().outputTokens();
    Distribution distribution = level.metric(metric).orElse(Distribution.of());
    double millis = metric.unit().shown(distribution.quantile(quantile));
    if (!Double.isFinite(tokens) || !Double.isFinite(millis)) {
      return List.of();
    }
    Interval interval = distribution.interval(quantile);
    Interval shown =
        new Interval(metric.unit().shown(interval.low()), metric.unit().shown(interval.high()));
    String name = OneLine.of(level.level().name(), LONGEST_NAME);
    return List.of(new CurvePoint(name, tokens, millis, shown, Headline.suspect(level)));
  }

  private static Map<String, List<LevelSummary>> lines(RunAnalysis run) {
    Map<String, List<LevelSummary>> lines = new LinkedHashMap<>();
    for (LevelSummary level : run.levels()) {
      lines.computeIfAbsent(line(run, level.level()), key -> new ArrayList<>()).add(level);
    }
    return lines;
  }

  /** What a line is named for within its run: only what differs there. */
  private static String line(RunAnalysis run, Level level) {
    long lengths =
        run.levels().stream()
            .map(l -> l.level().promptTokens())
            .filter(tokens -> tokens != TokenCounts.UNKNOWN)
            .distinct()
            .count();
    boolean told = lengths > 1 && level.promptTokens() != TokenCounts.UNKNOWN;
    String target = level.target() == null ? "" : "@" + level.target();
    return (target + (told ? " " + level.promptTokens() + "-token prompts" : "")).strip();
  }

  private static int users(Level level) {
    return level.load() instanceof Level.Closed closed ? closed.concurrency() : 0;
  }
}
