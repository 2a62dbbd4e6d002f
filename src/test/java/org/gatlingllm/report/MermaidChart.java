package org.gatlingllm.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gatlingllm.analysis.LoadCurve;
import org.gatlingllm.analysis.LoadCurve.Point;
import org.gatlingllm.analysis.RunAnalysis;

/**
 * TTFT and output over the users of the closed levels, as charts that GitHub and GitLab draw
 * themselves: in a file, in a comment and in the summary of a job alike. A picture beside the
 * summary would show in a file only, and both strip pictures that stand inside the text.
 *
 * <p>Mermaid's chart has no legend, so its title tells the colours.
 */
final class MermaidChart {
  private static final List<String> PALETTE =
      List.of("dodgerblue", "darkorange", "mediumseagreen", "orchid");
  private static final List<String> COLORS = List.of("blue", "orange", "green", "purple");
  private static final int LONGEST_NAME = 40;
  private static final int MOST_LEVELS = 24;
  private static final MathContext DRAWN = new MathContext(3);
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double ROOM = 1.05;

  private MermaidChart() {}

  /**
   * Returns the charts of some runs, at most four curves of them; empty where no two closed levels
   * have the same load in all of these.
   */
  static String of(List<RunAnalysis> runs) {
    List<Curve> curves = curves(runs);
    List<Double> loads = loads(curves);
    if (loads.size() < 2) {
      return "";
    }
    List<Line> times = new ArrayList<>();
    List<Line> output = new ArrayList<>();
    boolean one = curves.size() == 1;
    for (Curve curve : curves) {
      List<Point> points = curve.at(loads);
      times.add(line(one ? "p50" : curve.name, points, p -> p.ttftP50Nanos() / NANOS_PER_MILLI));
      if (one) {
        times.add(line("p95", points, p -> p.ttftP95Nanos() / NANOS_PER_MILLI));
      }
      output.add(line(curve.name, points, Point::outputTokensPerSecond));
    }
    String first = "Time to first token" + (one ? "" : " p50") + ", ms";
    return chart(first, "ms", loads, times)
        + chart("Output, tokens per second", "tok/s", loads, output);
  }

  /** The closed levels of a run that belong together. */
  private record Curve(String name, List<Point> points) {
    List<Point> at(List<Double> loads) {
      return points.stream().filter(point -> loads.contains(point.load())).toList();
    }
  }

  private record Line(String name, List<String> values, double most) {}

  private static List<Curve> curves(List<RunAnalysis> runs) {
    return runs.stream().flatMap(run -> curves(run).stream()).limit(PALETTE.size()).toList();
  }

  /** The curves of a run are told apart where there are several. */
  private static List<Curve> curves(RunAnalysis run) {
    List<Curve> curves = new ArrayList<>();
    for (LoadCurve curve : LoadCurve.of(run.levels())) {
      List<Point> points =
          curve.closedByLoad().stream().filter(p -> Double.isFinite(p.ttftP95Nanos())).toList();
      if (!points.isEmpty()) {
        curves.add(new Curve(curve.label(), points));
      }
    }
    boolean several = curves.size() > 1;
    String label = run.header().label();
    return curves.stream()
        .map(c -> new Curve(plain(several ? label + " " + c.name : label), c.points))
        .toList();
  }

  /** The loads that every curve has: a line cannot have a hole. */
  private static List<Double> loads(List<Curve> curves) {
    Set<Double> loads = new LinkedHashSet<>();
    if (!curves.isEmpty()) {
      curves.get(0).points.forEach(point -> loads.add(point.load()));
    }
    curves.forEach(c -> loads.retainAll(c.points.stream().map(Point::load).toList()));
    return loads.stream().limit(MOST_LEVELS).toList();
  }

  private static Line line(String name, List<Point> points, ToDoubleFunction<Point> value) {
    return new Line(
        name,
        points.stream().map(p -> number(value.applyAsDouble(p))).toList(),
        points.stream().mapToDouble(value).max().orElse(0));
  }

  private static String chart(String title, String unit, List<Double> loads, List<Line> lines) {
    String colors =
        IntStream.range(0, lines.size())
            .mapToObj(i -> lines.get(i).name + " " + COLORS.get(i))
            .collect(Collectors.joining(", ", ": ", ""));
    double most = lines.stream().mapToDouble(Line::most).max().orElse(1);
    List<String> text = new ArrayList<>();
    text.add("~~~mermaid");
    text.add("---");
    text.add("config:");
    text.add("  xyChart:");
    text.add("    width: 700");
    text.add("    height: 260");
    text.add("  themeVariables:");
    text.add("    xyChart:");
    text.add("      plotColorPalette: \"" + String.join(", ", PALETTE) + "\"");
    text.add("---");
    text.add("xychart-beta");
    text.add("  title \"" + title + (lines.size() > 1 ? colors : "") + "\"");
    text.add(
        loads.stream()
            .map(load -> "\"" + number(load) + "\"")
            .collect(Collectors.joining(", ", "  x-axis \"users\" [", "]")));
    text.add("  y-axis \"" + unit + "\" 0 --> " + number(most * ROOM));
    lines.forEach(line -> text.add("  line [" + String.join(", ", line.values) + "]"));
    text.add("~~~");
    return String.join("\n", text) + "\n\n";
  }

  /** Three digits, never with an exponent. */
  private static String number(double value) {
    return BigDecimal.valueOf(value).round(DRAWN).stripTrailingZeros().toPlainString();
  }

  /** A name without any character that means something to Mermaid or Markdown. */
  private static String plain(String name) {
    return OneLine.of(name.replaceAll("[^\\p{L}\\p{N} ._=/-]+", " "), LONGEST_NAME);
  }
}
