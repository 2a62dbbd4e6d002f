package org.gatlingllm.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;

/**
 * Latencies of one level, in nanoseconds, as somebody saw them.
 *
 * @param ttfts times to first token
 * @param gaps between tokens
 * @param fromNanos first request
 * @param toNanos last one
 */
record Seen(Distribution ttfts, Distribution gaps, long fromNanos, long toNanos) {
  private static final double MILLI = 1e6;

  /**
   * By how much percentiles differ from the truth.
   *
   * @param itlP50Percent of the true one
   */
  record Deviation(
      double ttftP50Millis, double ttftP99Millis, double itlP50Percent, double itlP99Millis) {}

  /**
   * What this project's action logged.
   *
   * @param baseNanos of the log's clock, to place the level beside the truth
   */
  static Seen of(List<RequestRecord> requests, long baseNanos) {
    return new Seen(
        samples(Metric.TIME_TO_FIRST_TOKEN, requests),
        samples(Metric.INTER_TOKEN_LATENCY, requests),
        requests.stream().mapToLong(r -> r.timings().sentNanos()).min().orElse(0) + baseNanos,
        requests.stream().mapToLong(r -> r.timings().sentNanos()).max().orElse(0) + baseNanos);
  }

  private static Distribution samples(Metric metric, List<RequestRecord> requests) {
    DoubleStream.Builder found = DoubleStream.builder();
    requests.forEach(r -> metric.samples(r, found));
    return Distribution.of(found.build().toArray());
  }

  /** What a server wrote to the requests that it read while somebody else saw them. */
  static Seen of(Truth truth, Seen client) {
    List<Truth.Stream> streams =
        truth.between(client.fromNanos, client.toNanos + SLACK_NANOS).streams();
    return new Seen(
        Distribution.of(streams.stream().mapToDouble(Truth.Stream::ttft).toArray()),
        Distribution.of(streams.stream().flatMapToDouble(s -> s.gaps().asDoubleStream()).toArray()),
        client.fromNanos,
        client.toNanos);
  }

  /** A request is read a moment after it was sent; levels lie further apart. */
  private static final long SLACK_NANOS = 100_000_000;

  /** What the bare client wrote: a line a stream, users, sent, arrivals. */
  static List<Seen> read(Path file, List<Integer> users) {
    try {
      List<long[]> lines =
          Files.readAllLines(file, UTF_8).stream()
              .map(l -> Arrays.stream(l.split(" ", -1)).mapToLong(Long::parseLong).toArray())
              .filter(l -> l.length > 2)
              .toList();
      return users.stream()
          .map(u -> stamped(lines.stream().filter(l -> l[0] == u).toList()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Seen stamped(List<long[]> lines) {
    return new Seen(
        Distribution.of(lines.stream().mapToDouble(l -> (double) (l[2] - l[1])).toArray()),
        Distribution.of(
            lines.stream()
                .flatMapToDouble(
                    l -> IntStream.range(3, l.length).mapToDouble(i -> (double) (l[i] - l[i - 1])))
                .toArray()),
        lines.stream().mapToLong(l -> l[1]).min().orElse(0),
        lines.stream().mapToLong(l -> l[1]).max().orElse(0));
  }

  double ttft(double quantile) {
    return ttfts.quantile(quantile);
  }

  double gap(double quantile) {
    return gaps.quantile(quantile);
  }

  /** Percentiles minus those of the truth at the same time. */
  Deviation from(Truth truth) {
    Seen real = of(truth, this);
    return new Deviation(
        (ttft(0.5) - real.ttft(0.5)) / MILLI,
        (ttft(0.99) - real.ttft(0.99)) / MILLI,
        100 * (gap(0.5) / real.gap(0.5) - 1),
        (gap(0.99) - real.gap(0.99)) / MILLI);
  }
}
