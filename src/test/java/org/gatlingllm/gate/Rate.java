package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.gatlingllm.analysis.Goodput;
import org.gatlingllm.analysis.Window;
import org.gatlingllm.gate.LoadSample.Repeat;
import org.gatlingllm.gate.RateEstimate.Happened;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.SteadySpan;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;

/** A rate of a level that can be bounded; each is the one of METRICS by that name. */
enum Rate {
  /** Completed ok ÷ window. */
  REQUEST_THROUGHPUT(Dimension.REQUEST_RATE) {
    @Override
    void events(RequestRecord r, LoadSample sample, List<double[]> sink) {
      sink.add(at(r, 1));
    }
  },
  /** Output tokens of ok requests ÷ window. */
  OUTPUT_TOKEN_THROUGHPUT(Dimension.TOKEN_RATE) {
    @Override
    void events(RequestRecord r, LoadSample sample, List<double[]> sink) {
      tokens(r, sink);
    }
  },
  /**
   * Prompt and output tokens of ok requests ÷ window; unknown where one did not tell its prompt.
   */
  TOTAL_TOKEN_THROUGHPUT(Dimension.TOKEN_RATE) {
    @Override
    void events(RequestRecord r, LoadSample sample, List<double[]> sink) {
      tokens(r, sink);
      int prompt = r.tokens().prompt();
      sink.add(at(r, prompt == TokenCounts.UNKNOWN ? Double.NaN : prompt));
    }
  },
  /** Closed levels: output tokens that arrived in the steady span ÷ span. */
  STEADY_OUTPUT_TOKEN_THROUGHPUT(Dimension.TOKEN_RATE) {
    @Override
    void events(RequestRecord r, LoadSample sample, List<double[]> sink) {
      tokens(r, sink);
    }

    @Override
    List<Window> windows(LoadSample sample, Repeat repeat) {
      return SteadySpan.of(repeat.ended(), sample.load().concurrency()).stream()
          .filter(span -> sample.load().closed())
          .map(span -> new Window(span.startNanos(), span.endNanos()))
          .toList();
    }
  },
  /** Requests that met every SLO ÷ window. */
  GOODPUT(Dimension.REQUEST_RATE) {
    @Override
    void events(RequestRecord r, LoadSample sample, List<double[]> sink) {
      if (Goodput.met(r, sample.slo())) {
        sink.add(at(r, 1));
      }
    }
  };

  private final String key = name().toLowerCase(Locale.ROOT);
  private final Dimension dimension;

  Rate(Dimension dimension) {
    this.dimension = dimension;
  }

  String key() {
    return key;
  }

  Dimension dimension() {
    return dimension;
  }

  String shown(double perSecond) {
    String unit = dimension == Dimension.TOKEN_RATE ? " tok/s" : " requests/s";
    return Double.isFinite(perSecond) ? Shown.number(perSecond) + unit : Shown.NONE;
  }

  /** The rate over all repeats of a load. */
  RateEstimate of(LoadSample sample) {
    List<Happened> happened = new ArrayList<>();
    for (Repeat repeat : sample.repeats()) {
      List<double[]> events = new ArrayList<>();
      repeat.ended().stream()
          .filter(r -> r.outcome() == Outcome.OK)
          .forEach(r -> events(r, sample, events));
      windows(sample, repeat).forEach(window -> happened.add(new Happened(window, events)));
    }
    return RateEstimate.of(happened);
  }

  abstract void events(RequestRecord ok, LoadSample sample, List<double[]> sink);

  List<Window> windows(LoadSample sample, Repeat repeat) {
    return List.of(repeat.summary().window());
  }

  private static double[] at(RequestRecord r, double count) {
    return new double[] {r.timings().closedNanos(), count};
  }

  /** Tokens are shared out over the arrivals: which arrival held how many is not always known. */
  private static void tokens(RequestRecord r, List<double[]> sink) {
    TokenTimings t = r.timings();
    double each = (double) r.tokens().outputOrEvents() / t.arrivals();
    for (int i = 0; i < t.arrivals(); i++) {
      sink.add(new double[] {t.arrivalNanos(i), each});
    }
  }

  static Stream<String> keys() {
    return Stream.of(values()).map(Rate::key);
  }
}
