package org.gatlingllm.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Level.Closed;
import org.gatlingllm.metric.Metric;

/**
 * The latency–throughput curve of one target at one prompt length: its levels as points, in order
 * of load.
 *
 * @param label what sets it apart from the other curves of the run, empty where there is one
 * @param closed points of closed levels, by users
 * @param open points of open levels, by rate
 */
public record LoadCurve(String label, List<Point> closed, List<Point> open) {
  private static final double GAIN = 0.1;

  /** Copies the lists. */
  public LoadCurve {
    closed = List.copyOf(closed);
    open = List.copyOf(open);
  }

  /**
   * One level. Times in nanoseconds; what has no sample is NaN.
   *
   * @param level its name
   * @param load users of a closed level, requests a second of an open one: those asked for, else
   *     those drawn
   * @param requestsPerSecond completed
   * @param steadyRequestsPerSecond completed in the steady span, closed levels only
   * @param outputTokensPerSecond over the window
   * @param steadyOutputTokensPerSecond over the steady span, closed levels only
   * @param ttftP50Nanos time to first token
   * @param ttftP95Nanos time to first token
   * @param ttftP99Nanos time to first token
   * @param itlP50Nanos inter-token latency
   * @param itlP99Nanos inter-token latency
   * @param suspect whether the client may have been measured
   */
  public record Point(
      String level,
      double load,
      double requestsPerSecond,
      double steadyRequestsPerSecond,
      double outputTokensPerSecond,
      double steadyOutputTokensPerSecond,
      double ttftP50Nanos,
      double ttftP95Nanos,
      double ttftP99Nanos,
      double itlP50Nanos,
      double itlP99Nanos,
      boolean suspect) {

    static Point of(LevelSummary level) {
      Rates rates = level.rates();
      return new Point(
          level.level().name(),
          load(level),
          rates.requests(),
          rates.steadyRequests(),
          rates.outputTokens(),
          rates.steadyOutputTokens(),
          quantile(level, Metric.TIME_TO_FIRST_TOKEN, 0.5),
          quantile(level, Metric.TIME_TO_FIRST_TOKEN, 0.95),
          quantile(level, Metric.TIME_TO_FIRST_TOKEN, 0.99),
          quantile(level, Metric.INTER_TOKEN_LATENCY, 0.5),
          quantile(level, Metric.INTER_TOKEN_LATENCY, 0.99),
          !level.suspect().isEmpty());
    }

    /** Output tokens a second where the load was held, else over the window. */
    double heldTokensPerSecond() {
      return Double.isNaN(steadyOutputTokensPerSecond)
          ? outputTokensPerSecond
          : steadyOutputTokensPerSecond;
    }

    /** Completed requests a second where the load was held, else over the window. */
    double heldRequestsPerSecond() {
      return Double.isNaN(steadyRequestsPerSecond) ? requestsPerSecond : steadyRequestsPerSecond;
    }

    private static double load(LevelSummary level) {
      if (level.level().load() instanceof Closed closed) {
        return closed.concurrency();
      }
      double offered = level.rates().offered();
      return Double.isNaN(offered) ? level.rates().scheduled() : offered;
    }

    private static double quantile(LevelSummary level, Metric metric, double quantile) {
      return level.metric(metric).map(d -> d.quantile(quantile)).orElse(Double.NaN);
    }
  }

  /** Returns the curves of a run: one for each target, prompt length and answer length. */
  public static List<LoadCurve> of(List<LevelSummary> levels) {
    Map<Series, List<LevelSummary>> series = new LinkedHashMap<>();
    for (LevelSummary level : levels) {
      series.computeIfAbsent(Series.of(level.level()), s -> new ArrayList<>()).add(level);
    }
    return series.entrySet().stream()
        .map(e -> of(series.size() == 1 ? "" : e.getKey().label(), e.getValue()))
        .toList();
  }

  private static LoadCurve of(String label, List<LevelSummary> levels) {
    return new LoadCurve(label, points(levels, true), points(levels, false));
  }

  private static List<Point> points(List<LevelSummary> levels, boolean closed) {
    return levels.stream()
        .filter(level -> level.level().closed() == closed && level.requests().ok() > 0)
        .map(Point::of)
        .sorted(Comparator.comparingDouble(Point::load))
        .toList();
  }

  /**
   * The knee: the first closed point after which more users gain less than 10 % of output tokens
   * while TTFT p50 rises by more than 10 %. Empty where the curve still climbs.
   */
  public Optional<Point> knee() {
    List<Point> points = closedByLoad();
    for (int i = 1; i < points.size(); i++) {
      Point before = points.get(i - 1);
      Point after = points.get(i);
      if (after.heldTokensPerSecond() < (1 + GAIN) * before.heldTokensPerSecond()
          && after.ttftP50Nanos() > (1 + GAIN) * before.ttftP50Nanos()) {
        return Optional.of(before);
      }
    }
    return Optional.empty();
  }

  /**
   * The closed peak: the highest rate at which a closed level completed requests while its load was
   * held, a second. NaN without such a level.
   */
  public double closedPeakRequestsPerSecond() {
    return closed.stream()
        .mapToDouble(Point::heldRequestsPerSecond)
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }

  /** Closed points with one a load: of repeats the one with the median output. */
  public List<Point> closedByLoad() {
    Map<Double, List<Point>> repeats = new LinkedHashMap<>();
    for (Point point : closed) {
      repeats.computeIfAbsent(point.load(), load -> new ArrayList<>()).add(point);
    }
    return repeats.values().stream().map(LoadCurve::median).toList();
  }

  private static Point median(List<Point> repeats) {
    List<Point> sorted =
        repeats.stream().sorted(Comparator.comparingDouble(Point::heldTokensPerSecond)).toList();
    return sorted.get((sorted.size() - 1) / 2);
  }

  /** A finding about this curve, with its label in front where the run has several. */
  Finding about(Finding finding) {
    return label.isEmpty()
        ? finding
        : new Finding(finding.kind(), finding.severity(), label + ": " + finding.sentence());
  }

  private record Series(String target, int promptTokens, int maxTokens) {
    static Series of(Level level) {
      String target = level.target();
      return new Series(target == null ? "" : target, level.promptTokens(), level.maxTokens());
    }

    String label() {
      List<String> parts = new ArrayList<>();
      if (!target.isEmpty()) {
        parts.add("target " + target);
      }
      if (promptTokens >= 0) {
        parts.add(Words.count(promptTokens, "prompt token"));
      }
      if (maxTokens >= 0) {
        parts.add("at most " + Words.count(maxTokens, "token") + " an answer");
      }
      return String.join(", ", parts);
    }
  }
}
