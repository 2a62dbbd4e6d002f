package org.gatlingllm.gate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Metric.Better;
import org.gatlingllm.metric.Unit;

/** {@code ttft:200 tpot:50 e2el:5000}: limits of a request in milliseconds. */
final class GoodputShortForm {
  private static final String PROPERTY = "llm.goodput";
  private static final Pattern PAIR = Pattern.compile("([A-Za-z_0-9]+):([0-9]+(?:\\.[0-9]+)?)");

  private GoodputShortForm() {}

  static RequestSlo parse(String text) {
    Map<Metric, Double> limits = new EnumMap<>(Metric.class);
    for (String pair : text.strip().split("[\\s,]+", -1)) {
      Matcher m = PAIR.matcher(pair);
      if (!m.matches()) {
        throw wrong("expected pairs of a metric and milliseconds, found \"" + pair + '"');
      }
      Metric metric =
          Metric.named(m.group(1))
              .filter(known -> known.unit() == Unit.MILLISECONDS && known.better() == Better.LOWER)
              .orElseThrow(
                  () ->
                      wrong(
                          "expected ttft, tpot, e2el or another time, found \""
                              + m.group(1)
                              + '"'));
      double millis = Double.parseDouble(m.group(2));
      if (millis == 0) {
        throw wrong("expected more than 0 ms, found \"" + pair + '"');
      }
      if (limits.put(metric, Unit.MILLISECONDS.measured(millis)) != null) {
        throw wrong("expected each metric once, found two limits of " + metric.shortName());
      }
    }
    return new RequestSlo(limits);
  }

  static Limit limit(double fraction) {
    if (!(fraction > 0 && fraction <= 1)) {
      throw new SloFormatException(
          "llm.goodputFraction",
          -1,
          "",
          "expected a share above 0, at most 1, found " + fraction,
          "write it as in 0.95");
    }
    return new ShareLimit(
        new Scope(List.of(Scope.ALL), "", false),
        ShareLimit.Share.GOOD,
        new Bound(false, fraction, Shown.number(fraction * 100), "%"));
  }

  private static SloFormatException wrong(String problem) {
    return new SloFormatException(
        PROPERTY, -1, "", problem, "write it as in \"ttft:200 tpot:50 e2el:5000\"");
  }
}
