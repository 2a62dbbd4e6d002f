package org.gatlingllm.report;

import org.gatlingllm.gate.Change;
import org.gatlingllm.gate.GateReport;
import org.gatlingllm.gate.Verdict;
import org.gatlingllm.metric.Interval;

/** Verdicts and changes of {@code report.json}: the way back of {@link JsonGate}. */
final class GateReader {
  private static final String LEVEL_ENDS = ": ";

  private GateReader() {}

  /** Nothing was judged where there is nothing. */
  static GateReport read(JsonPart gate) {
    return new GateReport(
        gate.parts("verdicts").stream().map(GateReader::verdict).toList(),
        gate.parts("changes").stream().map(GateReader::change).toList(),
        gate.text("not_compared", ""));
  }

  private static Verdict verdict(JsonPart part) {
    return new Verdict(
        part.text("name"),
        part.one("verdict", Verdict.Kind.values(), Verdict.Kind::word, "a verdict"),
        part.text("required"),
        part.text("observed"),
        part.count("n"),
        part.text("interval"),
        part.text("reason"),
        part.flag("tolerated"));
  }

  private static Change change(JsonPart part) {
    String name = part.text("name");
    int end = name.lastIndexOf(LEVEL_ENDS);
    if (end < 0) {
      throw part.unexpected("name", "a level and a metric, as in \"c=8: ttft\"");
    }
    double[] interval = part.numbers("ci90");
    return new Change(
        name.substring(0, end),
        name.substring(end + LEVEL_ENDS.length()),
        part.one("verdict", Change.Kind.values(), Change.Kind::word, "a verdict"),
        part.text("before"),
        part.text("after"),
        part.number("relative_change"),
        interval.length == 2 ? new Interval(interval[0], interval[1]) : Interval.UNKNOWN,
        part.count("n_before", 0),
        part.count("n_after", 0),
        part.text("reason"),
        part.flag("tolerated"));
  }
}
