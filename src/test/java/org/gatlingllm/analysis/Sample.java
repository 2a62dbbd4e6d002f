package org.gatlingllm.analysis;

import java.util.Arrays;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.gatlingllm.metric.RequestRecord.Id;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;

/** A request made by hand, for tests; times in milliseconds. */
final class Sample {
  static final long MILLI = 1_000_000;

  String level = "c=1";
  long user = 1;
  boolean warmUp;
  double scheduled = Double.NaN;
  double sent;
  double closed;
  double[] arrivals = {};
  int[] arrivalTokens = {};
  int output = TokenCounts.UNKNOWN;
  int prompt = 100;
  int cached = TokenCounts.UNKNOWN;
  boolean running;
  Outcome outcome = Outcome.OK;
  int status = 200;
  String message = "";
  boolean reused = true;
  int sends = 1;
  double prefill = Double.NaN;

  /** A stream with a token at each arrival, closed at the last one. */
  static Sample stream(long user, double sent, double... arrivals) {
    Sample sample = new Sample();
    sample.user = user;
    sample.sent = sent;
    sample.arrivals = arrivals;
    sample.closed = arrivals.length == 0 ? sent : arrivals[arrivals.length - 1];
    return sample;
  }

  /** A stream without a token that ended so. */
  static Sample failed(long user, double sent, double closed, Outcome outcome, int status) {
    Sample sample = stream(user, sent);
    sample.closed = closed;
    sample.outcome = outcome;
    sample.status = status;
    sample.message = outcome.tag();
    return sample;
  }

  Sample in(String name) {
    this.level = name;
    return this;
  }

  Sample told(int tokens) {
    this.output = tokens;
    return this;
  }

  Sample closedAt(double millis) {
    this.closed = millis;
    return this;
  }

  RequestRecord record() {
    TokenTimings.Request marks =
        new TokenTimings.Request(
            nanos(Double.isNaN(scheduled) ? sent : scheduled),
            nanos(sent),
            arrivals.length == 0 ? TokenTimings.ABSENT : nanos(arrivals[0]),
            nanos(closed));
    long[] at = Arrays.stream(arrivals).mapToLong(Sample::nanos).toArray();
    int[] each = arrivalTokens.length == 0 ? null : arrivalTokens;
    int events = each == null ? at.length : Arrays.stream(each).sum();
    return new RequestRecord(
        new Id(0, level, level, "chat", user, warmUp),
        TokenTimings.of(marks, at.length == 0 ? TokenTimings.ABSENT : at[0], at, each),
        new TokenCounts(output, prompt, cached, TokenCounts.UNKNOWN, events, false, running),
        new Ending(outcome, status, message.isEmpty() ? null : message, null, null, -1),
        new Connection(reused, sends),
        Double.isNaN(prefill)
            ? ServerTimings.NONE
            : new ServerTimings(
                TokenTimings.ABSENT, TokenTimings.ABSENT, nanos(prefill), TokenTimings.ABSENT));
  }

  private static long nanos(double millis) {
    return Math.round(millis * MILLI);
  }
}
