package org.gatlingllm.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What a server really sent when: its own log.
 *
 * @param streams complete answers, in no order
 */
record Truth(List<Stream> streams) {

  /**
   * One answer.
   *
   * @param receivedNanos when the request had been read
   * @param tokenNanos when each token was written
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  record Stream(long receivedNanos, long[] tokenNanos) {
    double ttft() {
      return (double) (tokenNanos[0] - receivedNanos);
    }

    LongStream gaps() {
      return LongStream.range(1, tokenNanos.length)
          .map(i -> tokenNanos[(int) i] - tokenNanos[(int) i - 1]);
    }
  }

  /** The answers whose requests came in a span. */
  Truth between(long fromNanos, long toNanos) {
    return new Truth(
        streams.stream()
            .filter(s -> s.receivedNanos >= fromNanos && s.receivedNanos <= toNanos)
            .toList());
  }

  /**
   * Reads a server's log: JSON lines with {@code received_ns} and {@code sent_ns}, or CSV.
   *
   * @param file the log, of requests if CSV
   * @param tokens the log of tokens if CSV
   * @throws UncheckedIOException when it is not there
   */
  static Truth read(Path file, Path tokens) {
    try {
      List<String> lines = Files.readAllLines(file, UTF_8);
      return !lines.isEmpty() && lines.get(0).startsWith("request,")
          ? csv(lines, Files.readAllLines(tokens, UTF_8))
          : json(lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the server's log of true times", e);
    }
  }

  private static Truth json(List<String> lines) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Stream> streams = new ArrayList<>();
    for (String line : lines) {
      JsonNode node = mapper.readTree(line);
      if (node.path("complete").asBoolean() && node.path("sent_ns").size() > 0) {
        long[] sent = new long[node.path("sent_ns").size()];
        for (int i = 0; i < sent.length; i++) {
          sent[i] = node.path("sent_ns").get(i).asLong();
        }
        streams.add(new Stream(node.path("received_ns").asLong(), sent));
      }
    }
    return new Truth(streams);
  }

  /**
   * {@code request,read_ns,first_ns,last_ns,tokens,max_late_ns,ok} and {@code request,token,ns}.
   */
  private static Truth csv(List<String> requests, List<String> tokens) {
    Map<String, long[]> sent = new HashMap<>();
    List<Stream> streams = new ArrayList<>();
    for (String line : requests.subList(1, requests.size())) {
      String[] fields = line.split(",", -1);
      if (fields[6].equals("1") && !fields[4].equals("0")) {
        long[] nanos = new long[Integer.parseInt(fields[4])];
        sent.put(fields[0], nanos);
        streams.add(new Stream(Long.parseLong(fields[1]), nanos));
      }
    }
    for (String line : tokens.subList(1, tokens.size())) {
      String[] fields = line.split(",", -1);
      long[] nanos = sent.get(fields[0]);
      if (nanos != null) {
        nanos[Integer.parseInt(fields[1])] = Long.parseLong(fields[2]);
      }
    }
    return new Truth(streams);
  }
}
